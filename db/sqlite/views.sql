-- SPDX-License-Identifier: MIT
-- What follows from the tables. Made anew after every migration, so a view has one definition.

DROP VIEW IF EXISTS quarantine;
DROP VIEW IF EXISTS timed;
DROP VIEW IF EXISTS best;
DROP VIEW IF EXISTS known_wrong;
DROP VIEW IF EXISTS chosen;
DROP VIEW IF EXISTS latest_trial;
DROP VIEW IF EXISTS trial_details;

-- Configs that are never run again on a device under its driver: those that killed a worker twice. The
-- death of the whole program counts half, since a user may have ended it.
CREATE VIEW quarantine AS
SELECT r.device_id, r.kernel_id, k.config,
       count(*) AS kills,
       max(k.at) AS at,
       group_concat(DISTINCT k.why) AS why
FROM kill AS k
JOIN run AS r ON r.id = k.run_id
GROUP BY r.device_id, r.kernel_id, k.config
HAVING sum(iif(k.cause = 'orphaned', 1, 2)) >= 4;

-- The trial that counts for each config that hone itself measured: a final measurement or a check before
-- one of the search, a newer before an older.
CREATE VIEW latest_trial AS
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

-- Configs that hone found wrong at any size: they are never a best on that device again.
CREATE VIEW known_wrong AS
SELECT r.device_id, r.kernel_id, t.config
FROM trial AS t
JOIN run AS r ON r.id = t.run_id
WHERE t.outcome = 'wrong' AND r.source = 'local'
UNION
SELECT r.device_id, r.kernel_id, p.config
FROM size_check AS p
JOIN run AS r ON r.id = p.run_id
WHERE p.outcome <> 'ok' AND r.source = 'local';

-- For each device, kernel, precision, problem and conditions: the fastest of those that
-- finished runs chose, else the fastest so far. It was checked, and is not known to be wrong.
CREATE VIEW best AS
SELECT *
FROM (SELECT *,
             row_number() OVER (
                 PARTITION BY device_id, kernel_id, precision, problem, conditions
                 ORDER BY chosen DESC, median_ns, config) AS position
      FROM (SELECT *,
                   (device_id, kernel_id, precision, problem, conditions, config) IN chosen AS chosen
            FROM latest_trial
            WHERE outcome = 'ok' AND checked_with <> ''
              AND (device_id, kernel_id, config) NOT IN known_wrong))
WHERE position = 1;

-- What is known of the time of each config: the 32 fastest of each device, kernel, precision, problem and
-- conditions that were checked and are not known to be wrong.
CREATE VIEW timed AS
SELECT *
FROM (SELECT *,
             row_number() OVER (
                 PARTITION BY device_id, kernel_id, precision, problem, conditions
                 ORDER BY median_ns, config) AS position,
             (device_id, kernel_id, precision, problem, conditions, config) IN chosen AS chosen
      FROM latest_trial
      WHERE outcome = 'ok' AND checked_with <> ''
        AND (device_id, kernel_id, config) NOT IN known_wrong)
WHERE position <= 32;

-- Every trial, with the names of its device and kernel.
CREATE VIEW trial_details AS
SELECT d.name AS device, d.driver, k.routine, k.name AS kernel, r.precision, r.problem, r.conditions,
       t.config, t.purpose, t.outcome, t.median_ns, t.low_ns, t.high_ns,
       t.flops / nullif(t.median_ns, 0) AS gflops,
       t.bytes / nullif(t.median_ns, 0) AS gbytes_s,
       t.started, t.checked_with, r.source, r.device_id, r.kernel_id, t.run_id, t.id AS trial_id
FROM trial AS t
JOIN run AS r ON r.id = t.run_id
JOIN device AS d ON d.id = r.device_id
JOIN kernel AS k ON k.id = r.kernel_id;
