-- SPDX-License-Identifier: MIT
-- What follows from the tables. Made anew after every migration, so a view has one definition.

DROP VIEW IF EXISTS quarantine;
DROP VIEW IF EXISTS best;
DROP VIEW IF EXISTS disproved;
DROP VIEW IF EXISTS chosen;
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
FROM (SELECT r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config,
             t.id AS trial_id, t.outcome, t.checked_with, t.median_ns,
             row_number() OVER (
                 PARTITION BY r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config
                 ORDER BY t.purpose IN ('final', 'check') DESC, t.started DESC, t.ordinal DESC) AS nth
      FROM run AS r
      JOIN trial AS t ON t.run_id = r.id
      WHERE r.source = 'local')
WHERE nth = 1;

-- What runs chose when they came to their end.
CREATE VIEW chosen AS
SELECT r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config
FROM finalist AS f
JOIN run AS r ON r.id = f.run_id
JOIN trial AS t ON t.id = f.trial_id
WHERE f.rank = 1 AND r.source = 'local';

-- Configs that hone found wrong once, at whatever size: a device is not to be trusted with them again.
CREATE VIEW disproved AS
SELECT r.device_id, r.kernel_id, t.config
FROM trial AS t
JOIN run AS r ON r.id = t.run_id
WHERE t.outcome = 'wrong' AND r.source = 'local'
UNION
SELECT r.device_id, r.kernel_id, p.config
FROM proof AS p
JOIN run AS r ON r.id = p.run_id
WHERE p.outcome <> 'ok' AND r.source = 'local';

-- For each device, kernel, precision, problem and conditions: the chosen config; where no run came to
-- a choice, the fastest so far. Checked, and never disproved.
CREATE VIEW best AS
SELECT *
FROM (SELECT *,
             row_number() OVER (
                 PARTITION BY device_id, kernel_id, precision, problem, conditions
                 ORDER BY chosen DESC, median_ns, config) AS place
      FROM (SELECT *,
                   (device_id, kernel_id, precision, problem, conditions, config) IN chosen AS chosen
            FROM standing
            WHERE outcome = 'ok' AND checked_with <> ''
              AND (device_id, kernel_id, config) NOT IN disproved))
WHERE place = 1;

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
