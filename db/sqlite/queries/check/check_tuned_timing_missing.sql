-- SPDX-License-Identifier: MIT
-- What the trials say of times is what estimates learn from, which keep what `hone db gc` has removed. A run
-- that goes on may be ahead.
SELECT 'timing: a config of kernel ' || kernel_id || ' for ' || problem || ' is missing'
FROM (SELECT b.device_id, b.kernel_id, b.precision, b.problem, b.conditions, b.config
      FROM timed AS b
      JOIN trial AS t ON t.id = b.trial_id
      WHERE t.id = fingerprint(t.run_id, t.ordinal, t.config, t.outcome, t.samples, t.message)
      EXCEPT
      SELECT device_id, kernel_id, precision, problem, conditions, config FROM timing)
WHERE (device_id, kernel_id) NOT IN (SELECT device_id, kernel_id FROM run WHERE state = 'running')
