-- SPDX-License-Identifier: MIT
-- The best config of a key, if there is one.
SELECT d.name AS device, d.driver, k.name AS kernel, k.routine, b.chosen,
       b.device_id, b.kernel_id, b.precision, b.problem, b.conditions,
       t.*
FROM best AS b
JOIN trial AS t ON t.id = b.trial_id
JOIN device AS d ON d.id = b.device_id
JOIN kernel AS k ON k.id = b.kernel_id
WHERE b.device_id = :device_id AND b.kernel_id = :kernel_id AND b.precision = :precision
  AND b.problem = :problem AND b.conditions = :conditions
