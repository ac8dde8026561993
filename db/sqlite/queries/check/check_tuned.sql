-- SPDX-License-Identifier: MIT
-- Each row of `tuned` follows from the trials. A kernel with a running run may be ahead.
SELECT 'tuned: another config is the best of kernel ' || kernel_id || ' for ' || problem
FROM (SELECT device_id, kernel_id, precision, problem, conditions, config FROM tuned
      EXCEPT
      SELECT device_id, kernel_id, precision, problem, conditions, config FROM best)
WHERE (device_id, kernel_id) NOT IN (SELECT device_id, kernel_id FROM run WHERE state = 'running')
