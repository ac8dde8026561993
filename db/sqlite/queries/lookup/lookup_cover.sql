-- SPDX-License-Identifier: MIT
-- All rows of all covers, and whether they match their seals.
SELECT device_id, kernel_id, precision, problem, config,
       seal IN ('not sealed yet', {{seal_of_cover}}) AS seal_ok,
       median_ns
FROM cover
ORDER BY device_id, kernel_id, precision, config, problem
