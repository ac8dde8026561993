-- SPDX-License-Identifier: MIT
-- Makes a database small enough to keep: sqlite3 DATABASE < examples/reports/thin.sql
-- Everything that a result rests on stays: finalists, defaults, audits, ladders, checks, moved configs,
-- and each trial that was the best so far. Of the other trials of a search 64 a run stay, evenly over
-- their times, and of the failed ones the first two of each kind. What stays is as it was measured.
PRAGMA foreign_keys = ON;

CREATE TEMP TABLE kept AS
SELECT trial_id AS id FROM finalist
UNION
SELECT trial_id FROM audit
UNION
SELECT trial_id FROM best
UNION
SELECT id FROM trial WHERE purpose <> 'search'
UNION
-- Each that was faster than all before it.
SELECT id
FROM (SELECT id, median_ns, min(median_ns) OVER (
          PARTITION BY run_id ORDER BY ordinal ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM trial
      WHERE outcome = 'ok')
WHERE before IS NULL OR median_ns < before
UNION
SELECT id
FROM (SELECT id, count(*) OVER (PARTITION BY run_id) AS all_of_run,
             row_number() OVER (PARTITION BY run_id ORDER BY median_ns, id) AS place
      FROM trial
      WHERE outcome = 'ok')
WHERE place = all_of_run OR (place * 64) / all_of_run > ((place - 1) * 64) / all_of_run
UNION
SELECT id
FROM (SELECT id, row_number() OVER (PARTITION BY run_id, outcome ORDER BY ordinal) AS place
      FROM trial
      WHERE outcome <> 'ok')
WHERE place <= 2;

DELETE FROM trial WHERE id NOT IN (SELECT id FROM kept);
VACUUM;
