-- SPDX-License-Identifier: MIT
-- Every time that is known of a config, and whether it is what was stored. Where the clocks of a device and of
-- its host have both timed a problem, those of the one that timed it last. There may be 100,000 rows: each is
-- judged once (LIMIT keeps the inner query from being merged into the outer one), and none is kept or sorted.
-- Conditions without options of the compiler are not parsed: these are most.
WITH clocks AS MATERIALIZED (
    SELECT device_id, precision, problem, json_extract(conditions, '$.clock') AS clock, max(at)
    FROM tuned
    WHERE seal IN ('not sealed yet',
                   fingerprint(device_id, kernel_id, precision, problem, conditions, config, trial_id, chosen,
                               median_ns, at, tool, uuid))
    GROUP BY device_id, precision, problem)
SELECT device_id, kernel_id, precision, problem, config, fits, chosen, median_ns,
       iif(fits AND conditions <> '{}' AND instr(conditions, '"options":""') = 0,
           ifnull(json_extract(conditions, '$.options'), ''), ''), tool, uuid, right_elsewhere
FROM (SELECT *, seal IN ('not sealed yet', fingerprint(device_id, kernel_id, precision, problem, conditions, config,
                                                       chosen, right_elsewhere, median_ns, tool,
                                                       uuid)) AS fits
      FROM timing
      LIMIT -1)
LEFT JOIN clocks USING (device_id, precision, problem)
WHERE iif(fits AND clocks.problem IS NOT NULL, json_extract(conditions, '$.clock') IS clock, 1)
