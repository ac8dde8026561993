-- SPDX-License-Identifier: MIT
-- What follows from the tables. Made anew after every migration, so a view has one definition.

DROP VIEW IF EXISTS quarantine;
DROP VIEW IF EXISTS best;
DROP VIEW IF EXISTS standing;
DROP VIEW IF EXISTS landscape;

-- What is never run again on a device under its driver: two kills of a worker. The death of the whole
-- program counts half, because a user may have ended it for reasons of their own.
CREATE VIEW quarantine AS
SELECT r.device_id, r.kernel_id, k.config,
       count(*) AS kills,
       max(k.at) AS at,
       group_concat(DISTINCT k.why) AS why
FROM kill AS k
JOIN run AS r ON r.id = k.run_id
GROUP BY r.device_id, r.kernel_id, k.config
HAVING sum(iif(k.cause = 'orphaned', 1, 2)) >= 4;

-- The last word on each config that hone itself measured: a final measurement before one in passing,
-- a newer before an older.
CREATE VIEW standing AS
SELECT *
FROM (SELECT t.*, r.device_id, r.kernel_id, r.precision, r.problem, r.conditions,
             row_number() OVER (
                 PARTITION BY r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config
                 ORDER BY t.purpose IN ('final', 'check') DESC, t.started DESC, t.ordinal DESC) AS nth
      FROM run AS r
      JOIN trial AS t ON t.run_id = r.id
      WHERE r.source = 'local')
WHERE nth = 1;

-- For each device, kernel, precision, problem and conditions: the chosen config; where no run came to
-- a choice, the fastest so far. Checked, and on this device never wrong at any size.
CREATE VIEW best AS
SELECT *
FROM (SELECT s.*, s.chosen_in IS NOT NULL AS chosen,
             row_number() OVER (
                 PARTITION BY s.device_id, s.kernel_id, s.precision, s.problem, s.conditions
                 ORDER BY s.chosen_in IS NULL, s.median_ns, s.config) AS place_in_order
      FROM (SELECT standing.*,
                   (SELECT max(f.run_id)
                    FROM run AS r
                    JOIN finalist AS f ON f.run_id = r.id AND f.rank = 1
                    JOIN trial AS t ON t.id = f.trial_id
                    WHERE r.device_id = standing.device_id AND r.kernel_id = standing.kernel_id
                      AND r.precision = standing.precision AND r.problem = standing.problem
                      AND r.conditions = standing.conditions AND r.source = 'local'
                      AND t.config = standing.config) AS chosen_in
            FROM standing) AS s
      WHERE s.outcome = 'ok' AND s.checked_with <> ''
        AND NOT EXISTS (SELECT 1
                        FROM trial AS w
                        JOIN run AS r ON r.id = w.run_id
                        WHERE w.config = s.config AND w.outcome = 'wrong'
                          AND r.device_id = s.device_id AND r.kernel_id = s.kernel_id)
        AND NOT EXISTS (SELECT 1
                        FROM proof AS p
                        JOIN run AS r ON r.id = p.run_id
                        WHERE p.config = s.config AND p.outcome <> 'ok'
                          AND r.device_id = s.device_id AND r.kernel_id = s.kernel_id))
WHERE place_in_order = 1;

-- Every time there is, with what it belongs to in words.
CREATE VIEW landscape AS
SELECT d.name AS device, d.driver, k.routine, k.name AS kernel, r.precision, r.problem, r.conditions,
       t.config, t.purpose, t.outcome, t.median_ns, t.low_ns, t.high_ns,
       t.flops / nullif(t.median_ns, 0) AS gflops,
       t.bytes / nullif(t.median_ns, 0) AS gbytes_s,
       t.started, t.checked_with, r.source, r.device_id, r.kernel_id, t.run_id, t.id AS trial_id
FROM trial AS t
JOIN run AS r ON r.id = t.run_id
JOIN device AS d ON d.id = r.device_id
JOIN kernel AS k ON k.id = r.kernel_id;
