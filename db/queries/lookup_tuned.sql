-- SPDX-License-Identifier: MIT
-- Everything that was tuned.
SELECT device_id, kernel_id, precision, problem, config, chosen, median_ns,
       ifnull(json_extract(conditions, '$.options'), ''), tool, uuid
FROM tuned
ORDER BY chosen DESC, at DESC
