-- SPDX-License-Identifier: MIT
-- All timings, and whether they match their seals. If a problem was timed by the device's clock and
-- by the host's, only the times of the latest clock count. There may be 100,000 rows: each seal is
-- computed once (LIMIT keeps the inner query from being merged into the outer one), and no rows are
-- stored or sorted. Conditions without compiler options are not parsed; most have none.
WITH clocks AS MATERIALIZED (
    SELECT device_id, precision, problem, json_extract(conditions, '$.clock') AS clock, max(at)
    FROM tuned
    WHERE seal IN ('not sealed yet', {{seal_of_tuned}})
    GROUP BY device_id, precision, problem)
SELECT device_id, kernel_id, precision, problem, config, seal_ok, chosen, median_ns,
       iif(seal_ok AND conditions <> '{}' AND instr(conditions, '"options":""') = 0,
           ifnull(json_extract(conditions, '$.options'), ''), '') AS options, tool, uuid, right_elsewhere
FROM (SELECT *, seal IN ('not sealed yet', {{seal_of_timing}}) AS seal_ok
      FROM timing
      LIMIT -1)
LEFT JOIN clocks USING (device_id, precision, problem)
WHERE iif(seal_ok AND clocks.problem IS NOT NULL, json_extract(conditions, '$.clock') IS clock, 1)
