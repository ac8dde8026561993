-- SPDX-License-Identifier: MIT
-- All trials that hone itself measured for a key, in any run, the oldest first. A failure in a
-- merged run does not count for a config that was correct here.
SELECT t.*
FROM run AS r
JOIN trial AS t ON t.run_id = r.id
WHERE r.device_id = :device_id AND r.kernel_id = :kernel_id AND r.precision = :precision
  AND r.problem = :problem AND r.conditions = :conditions AND r.source = 'local'
  AND (r.origin = '' OR t.outcome = 'ok' OR (r.device_id, r.kernel_id, t.config) NOT IN measured_correct_here)
ORDER BY r.started, r.id, t.ordinal
