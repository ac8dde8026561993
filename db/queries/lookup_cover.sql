-- SPDX-License-Identifier: MIT
-- Every figure of every cover.
SELECT device_id, kernel_id, precision, problem, config, median_ns, best_ns
FROM cover
ORDER BY device_id, kernel_id, precision, config, problem
