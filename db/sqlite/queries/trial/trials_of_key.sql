-- SPDX-License-Identifier: MIT
-- Every trial that hone itself measured for a key, in any run, the oldest first.
SELECT t.*
FROM run AS r
JOIN trial AS t ON t.run_id = r.id
WHERE r.device_id = :device_id AND r.kernel_id = :kernel_id AND r.precision = :precision
  AND r.problem = :problem AND r.conditions = :conditions AND r.source = 'local'
ORDER BY r.started, r.id, t.ordinal
