-- SPDX-License-Identifier: MIT
-- Every time that is known of a config, and whether it is what was stored.
SELECT device_id, kernel_id, precision, problem, config,
       seal IN ('not sealed yet', fingerprint(device_id, kernel_id, precision, problem, conditions, config, chosen,
                                            median_ns, tool, uuid)),
       chosen, median_ns, ifnull(json_extract(conditions, '$.options'), ''), tool, uuid
FROM timing
ORDER BY kernel_id, precision, device_id, problem, median_ns
