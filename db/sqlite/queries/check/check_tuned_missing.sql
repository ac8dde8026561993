-- SPDX-License-Identifier: MIT
-- Each best of the trials is in `tuned`. A kernel with a running run may be ahead.
SELECT 'tuned: the best of kernel ' || kernel_id || ' for ' || problem || ' is missing'
FROM (SELECT b.device_id, b.kernel_id, b.precision, b.problem, b.conditions
      FROM best AS b
      JOIN trial AS t ON t.id = b.trial_id
      WHERE t.id = {{id_of_trial}}
      EXCEPT
      SELECT device_id, kernel_id, precision, problem, conditions FROM tuned)
WHERE (device_id, kernel_id) NOT IN (SELECT device_id, kernel_id FROM run WHERE state = 'running')
