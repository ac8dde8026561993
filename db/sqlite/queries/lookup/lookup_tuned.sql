-- SPDX-License-Identifier: MIT
-- All tuned configs, and whether they match their seals. If a problem was timed by the device's
-- clock and by the host's, only the times of the latest clock count, because the two are not
-- comparable.
WITH judged AS MATERIALIZED (
    SELECT *, seal IN ('not sealed yet', {{seal_of_tuned}}) AS seal_ok
    FROM tuned),
clocks AS MATERIALIZED (
    SELECT device_id, precision, problem, json_extract(conditions, '$.clock') AS clock, max(at)
    FROM judged
    WHERE seal_ok
    GROUP BY device_id, precision, problem)
SELECT device_id, kernel_id, precision, problem, config, seal_ok, chosen, median_ns,
       iif(seal_ok, ifnull(json_extract(conditions, '$.options'), ''), '') AS options, tool, uuid
FROM judged
LEFT JOIN clocks USING (device_id, precision, problem)
WHERE iif(seal_ok, json_extract(conditions, '$.clock') IS clock, 1)
ORDER BY chosen DESC, at DESC
