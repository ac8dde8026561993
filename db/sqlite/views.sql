-- SPDX-License-Identifier: MIT
-- The views. They are made again after every migration, so a view has one definition. `NOT IN`, and
-- `IN` as a value, must distinguish false from NULL, for which SQLite reads the whole list at each
-- row; iif() avoids that.
-- A failure for which the device is at fault says nothing about the config, as in
-- db/model/counting_trial.hpp. Neither does a check at another size that took too long, which older
-- versions stored as wrong.

DROP VIEW IF EXISTS quarantine;
DROP VIEW IF EXISTS timed;
DROP VIEW IF EXISTS best;
DROP VIEW IF EXISTS known_wrong;
DROP VIEW IF EXISTS disagreement;
DROP VIEW IF EXISTS found_wrong;
DROP VIEW IF EXISTS measured_correct_here;
DROP VIEW IF EXISTS right_here;  -- its former name
DROP VIEW IF EXISTS chosen;
DROP VIEW IF EXISTS latest_trial;
DROP VIEW IF EXISTS judged_trial;
DROP VIEW IF EXISTS roof;
DROP VIEW IF EXISTS trial_details;

-- Configs that were correct in a run of this database. Failures in merged runs do not outweigh
-- that.
CREATE VIEW measured_correct_here AS
SELECT r.device_id, r.kernel_id, t.config
FROM run AS r
JOIN trial AS t ON t.run_id = r.id
WHERE r.origin = '' AND r.source = 'local' AND t.outcome = 'ok' AND t.checked_with <> '';

-- Configs that are never run again on a device under its driver: those that crashed a worker twice.
-- The death of the whole program counts half, because a user may have ended it.
CREATE VIEW quarantine AS
SELECT r.device_id, r.kernel_id, k.config,
       count(*) AS kills,
       max(k.at) AS at,
       group_concat(DISTINCT k.why) AS why
FROM kill AS k
JOIN run AS r ON r.id = k.run_id
WHERE k.at_fault = 'config' AND
      (r.origin = '' OR iif((r.device_id, r.kernel_id, k.config) IN measured_correct_here, 0, 1))
GROUP BY r.device_id, r.kernel_id, k.config
HAVING sum(iif(k.cause = 'orphaned', 1, 2)) >= 4;

-- The fastest rates that were measured on a device, without its matrix units.
CREATE VIEW roof AS
SELECT device_id, max(iif(name LIKE 'fma%', value, 0)) AS flops, max(iif(unit = 'B/s', value, 0)) AS bytes
FROM probe
GROUP BY device_id;

-- Each trial with its run, and three flags: whether it is a failure of a merged run for a config
-- that was correct here, whether the failure says nothing about the config, and whether its time is
-- too short for the measured rates of its device. Matrix units are up to 16 times as fast as the measured
-- fused multiply-adds, caches up to 4 times as fast as the memory; nothing is twice as fast as
-- that.
CREATE VIEW judged_trial AS
SELECT r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, r.source,
       t.id AS trial_id, t.config, t.purpose, t.outcome, t.checked_with, t.started, t.rowid AS stored, t.median_ns,
       iif(r.origin <> '' AND t.outcome <> 'ok' AND (r.device_id, r.kernel_id, t.config) IN measured_correct_here,
           1, 0) AS outweighed,
       iif(t.outcome <> 'ok' AND (t.at_fault = 'device' OR (t.outcome = 'wrong' AND t.at_fault = 'time_limit')), 1, 0) AS excused,
       coalesce((f.flops > 0 AND t.flops > 32 * f.flops * t.median_ns / 1e9) OR
                (f.bytes > 0 AND t.bytes > 8 * f.bytes * t.median_ns / 1e9), 0) AS implausible
FROM run AS r
JOIN trial AS t ON t.run_id = r.id
LEFT JOIN roof AS f ON f.device_id = r.device_id;

-- The trial that counts for each config that hone itself measured, as add_newer() decides, too. The
-- newest careful trial: one of a final or a check. Without one, the fastest search trial since the
-- last failure, so that a slow moment of the device hides nothing. Among trials with the same time,
-- the one that was stored later is newer; no trial is dated later than it was stored. `search_ns`
-- is the shortest time of the config in the search.
CREATE VIEW latest_trial AS
WITH valid AS (
    SELECT *, purpose IN ('final', 'check') AS careful
    FROM judged_trial
    WHERE source = 'local' AND NOT implausible AND NOT outweighed AND NOT excused),
aged AS (
    SELECT *, row_number() OVER (
               PARTITION BY device_id, kernel_id, precision, problem, conditions, config, careful
               ORDER BY started, stored) AS age
    FROM valid),
with_last_failure AS (
    SELECT *, max(iif(outcome = 'ok', 0, age)) OVER (
               PARTITION BY device_id, kernel_id, precision, problem, conditions, config, careful) AS last_failure
    FROM aged),
compared AS (
    SELECT *,
           iif(careful, 0, age > last_failure) AS by_time,
           min(median_ns) FILTER (WHERE outcome = 'ok' AND NOT careful) OVER (
               PARTITION BY device_id, kernel_id, precision, problem, conditions, config) AS search_ns
    FROM with_last_failure),
ranked AS (
    SELECT device_id, kernel_id, precision, problem, conditions, config, trial_id, outcome, checked_with,
           careful, median_ns, search_ns,
           row_number() OVER (
               PARTITION BY device_id, kernel_id, precision, problem, conditions, config
               ORDER BY careful DESC, by_time DESC, iif(by_time, median_ns, 0), age DESC) AS nth
    FROM compared)
SELECT *
FROM ranked
WHERE nth = 1;

-- The configs that finished runs chose.
CREATE VIEW chosen AS
SELECT r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config
FROM finalist AS f
JOIN run AS r ON r.id = f.run_id
JOIN trial AS t ON t.id = f.trial_id
WHERE f.rank = 1 AND r.source = 'local';

-- Each run that found a config wrong, at any size, and the file of the run. A check at another size
-- that took too long, or in which the device failed, does not count.
CREATE VIEW found_wrong AS
SELECT r.device_id, r.kernel_id, t.config, r.id AS run_id, r.origin
FROM trial AS t
JOIN run AS r ON r.id = t.run_id
WHERE t.outcome = 'wrong' AND t.at_fault = 'config' AND r.source = 'local'
UNION
SELECT r.device_id, r.kernel_id, p.config, r.id, r.origin
FROM size_check AS p
JOIN run AS r ON r.id = p.run_id
WHERE p.outcome <> 'ok' AND p.at_fault = 'config' AND r.source = 'local';

-- Configs that a merged run found wrong, and a run of this database found correct.
CREATE VIEW disagreement AS
SELECT *
FROM found_wrong
WHERE origin <> '' AND (device_id, kernel_id, config) IN measured_correct_here;

-- Configs that hone found wrong: they are never a best on that device again.
CREATE VIEW known_wrong AS
SELECT DISTINCT device_id, kernel_id, config
FROM found_wrong
WHERE origin = '' OR iif((device_id, kernel_id, config) IN measured_correct_here, 0, 1);

-- For each device, kernel, precision, problem and conditions: the fastest config that finished runs
-- chose, else the fastest so far. It was checked, and is not known to be wrong.
CREATE VIEW best AS
SELECT *
FROM (SELECT *,
             row_number() OVER (
                 PARTITION BY device_id, kernel_id, precision, problem, conditions
                 ORDER BY chosen DESC, median_ns, config) AS position
      FROM (SELECT *,
                   iif((device_id, kernel_id, precision, problem, conditions, config) IN chosen, 1, 0) AS chosen
            FROM latest_trial
            WHERE outcome = 'ok' AND checked_with <> ''
              AND iif((device_id, kernel_id, config) IN known_wrong, 0, 1)))
WHERE position = 1;

-- The times of configs: the 32 fastest of each device, kernel, precision, problem and conditions
-- that were checked and are not known to be wrong. A final round takes the configs with the
-- shortest search times, some of which are short by chance, and the device may be slower or faster
-- than before. So times from the search are multiplied by the median ratio of final to search
-- times, if three or more configs have both.
-- For a problem that was not tuned, applications only get configs that were also correct at other
-- sizes, or at their own size if they are legal for no other. A database has tens of such checks
-- for each trial, so each stored config is looked up among them.
CREATE VIEW timed AS
WITH ok AS (
    SELECT *, iif(careful, median_ns / search_ns, NULL) AS ratio
    FROM latest_trial
    WHERE outcome = 'ok' AND checked_with <> '' AND iif((device_id, kernel_id, config) IN known_wrong, 0, 1)),
ranked AS (
    SELECT *,
           count(ratio) OVER problems AS ratios,
           row_number() OVER (problems ORDER BY ratio NULLS LAST) AS ratio_rank
    FROM ok
    WINDOW problems AS (PARTITION BY device_id, kernel_id, precision, problem, conditions)),
compared AS (
    SELECT *,
           max(ratio) FILTER (WHERE ratios >= 3 AND ratio_rank = (ratios + 1) / 2) OVER (
               PARTITION BY device_id, kernel_id, precision, problem, conditions) AS middle
    FROM ranked),
in_final_terms AS (
    SELECT device_id, kernel_id, precision, problem, conditions, config, trial_id,
           median_ns * iif(careful, 1, coalesce(middle, 1)) AS median_ns
    FROM compared)
SELECT *,
       iif((device_id, kernel_id, config) IN (SELECT device_id, kernel_id, config FROM chosen), 1, 0) OR EXISTS (
           SELECT *
           FROM size_check AS s
           JOIN run AS r ON r.id = s.run_id
           WHERE s.config = kept.config AND s.outcome = 'ok' AND r.source = 'local'
             AND r.device_id = kept.device_id AND r.kernel_id = kept.kernel_id) AS right_elsewhere
FROM (SELECT *,
             row_number() OVER (
                 PARTITION BY device_id, kernel_id, precision, problem, conditions
                 ORDER BY median_ns, config) AS position,
             iif((device_id, kernel_id, precision, problem, conditions, config) IN chosen, 1, 0) AS chosen
      FROM in_final_terms) AS kept
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
