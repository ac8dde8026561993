-- SPDX-License-Identifier: MIT
-- All rows of all covers.
SELECT device_id, kernel_id, precision, config, problem, median_ns, best_ns
FROM cover
ORDER BY device_id, precision, kernel_id, config, problem
