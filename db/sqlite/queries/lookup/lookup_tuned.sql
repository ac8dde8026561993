-- SPDX-License-Identifier: MIT
-- Everything that was tuned, and whether it is what was stored.
WITH judged AS MATERIALIZED (
    SELECT *, seal IN ('not sealed yet',
                       fingerprint(device_id, kernel_id, precision, problem, conditions, config, trial_id,
                                   chosen, median_ns, at, tool, uuid)) AS fits
    FROM tuned)
SELECT device_id, kernel_id, precision, problem, config, fits, chosen, median_ns,
       iif(fits, ifnull(json_extract(conditions, '$.options'), ''), ''), tool, uuid
FROM judged
ORDER BY chosen DESC, at DESC
