-- SPDX-License-Identifier: MIT
-- Each problem with timed trials has rows in `timing`. Which rows these are depends on the trials
-- that `hone db gc` has removed since. A kernel with a running run may be ahead.
SELECT 'timing: the times of kernel ' || kernel_id || ' for ' || problem || ' are missing'
FROM (SELECT b.device_id, b.kernel_id, b.precision, b.problem, b.conditions
      FROM timed AS b
      JOIN trial AS t ON t.id = b.trial_id
      WHERE t.id = {{id_of_trial}}
      EXCEPT
      SELECT device_id, kernel_id, precision, problem, conditions FROM timing)
WHERE (device_id, kernel_id) NOT IN (SELECT device_id, kernel_id FROM run WHERE state = 'running')
