-- SPDX-License-Identifier: MIT
-- All rows of all covers, and whether they match their seals.
SELECT device_id, kernel_id, precision, problem, config,
       seal IN ('not sealed yet', fingerprint(device_id, kernel_id, precision, config, problem, median_ns,
                                              best_ns, at)) AS seal_ok,
       median_ns
FROM cover
ORDER BY device_id, kernel_id, precision, config, problem
