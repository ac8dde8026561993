-- SPDX-License-Identifier: MIT
-- What applications are told is what the trials say. A run that goes on may be ahead.
SELECT 'tuned: another config is the best of kernel ' || kernel_id || ' for ' || problem
FROM (SELECT device_id, kernel_id, precision, problem, conditions, config FROM tuned
      EXCEPT
      SELECT device_id, kernel_id, precision, problem, conditions, config FROM best)
WHERE (device_id, kernel_id) NOT IN (SELECT device_id, kernel_id FROM run WHERE state = 'running')
