-- SPDX-License-Identifier: MIT
-- Every figure of every cover, and whether it is what was stored.
SELECT device_id, kernel_id, precision, problem, config,
       seal IN ('not sealed yet', fingerprint(device_id, kernel_id, precision, config, problem, median_ns,
                                              best_ns, at)),
       median_ns
FROM cover
ORDER BY device_id, kernel_id, precision, config, problem
