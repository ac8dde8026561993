-- SPDX-License-Identifier: MIT
-- Trials that may be removed. Trials that results refer to are kept: finalists, audits, sustained
-- loads, bests, rows for applications and the times that estimates are made from, defaults,
-- ladders, checks, transferred configs, each wrong trial, and each trial that was the best so far.
-- So are all trials of a config whose time follows from several: it has a final trial or a check,
-- too, or was both correct and not. Of the others, :keep_per_run of each run are kept, spread
-- evenly over their times. If any are kept, the first two of each kind of failure are kept, too.
WITH tried AS (
    SELECT t.id,
           max(t.purpose IN ('final', 'check')) OVER configs AS careful,
           min(t.outcome = 'ok') OVER configs AS always_ok,
           max(t.outcome = 'ok') OVER configs AS once_ok
    FROM run AS r
    JOIN trial AS t ON t.run_id = r.id
    WINDOW configs AS (PARTITION BY r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config)),
referred AS (
    SELECT trial_id AS id FROM finalist
    UNION ALL
    SELECT trial_id FROM audit
    UNION ALL
    SELECT trial_id FROM steady_timing
    UNION ALL
    SELECT trial_id FROM best
    UNION ALL
    SELECT trial_id FROM tuned
    UNION ALL
    SELECT trial_id FROM timed
    UNION ALL
    SELECT id FROM tried WHERE careful OR always_ok < once_ok
    UNION ALL
    SELECT id
    FROM (SELECT id, median_ns,
                 min(median_ns) OVER (PARTITION BY run_id ORDER BY ordinal
                                      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
          FROM trial
          WHERE outcome = 'ok')
    WHERE before IS NULL OR median_ns < before
),
others AS (
    SELECT id, outcome,
           row_number() OVER (PARTITION BY run_id, outcome ORDER BY median_ns, ordinal) AS nth,
           count(*) OVER (PARTITION BY run_id, outcome) AS all_of_it
    FROM trial
    WHERE purpose = 'search' AND outcome <> 'wrong' AND id NOT IN (SELECT id FROM referred)
)
SELECT id
FROM others
WHERE iif(outcome = 'ok',
          (nth * :keep_per_run) / all_of_it = ((nth - 1) * :keep_per_run) / all_of_it,
          nth > min(2, :keep_per_run))
