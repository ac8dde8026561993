-- SPDX-License-Identifier: MIT
-- For each problem of which the trials know times, estimates know some: which ones they are depends on what
-- `hone db gc` has removed since. A run that goes on may be ahead.
SELECT 'timing: the times of kernel ' || kernel_id || ' for ' || problem || ' are missing'
FROM (SELECT b.device_id, b.kernel_id, b.precision, b.problem, b.conditions
      FROM timed AS b
      JOIN trial AS t ON t.id = b.trial_id
      WHERE t.id = fingerprint(t.run_id, t.ordinal, t.config, t.outcome, t.samples, t.message)
      EXCEPT
      SELECT device_id, kernel_id, precision, problem, conditions FROM timing)
WHERE (device_id, kernel_id) NOT IN (SELECT device_id, kernel_id FROM run WHERE state = 'running')
