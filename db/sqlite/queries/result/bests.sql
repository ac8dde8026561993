-- SPDX-License-Identifier: MIT
-- The best config of every key; an empty parameter matches everything.
SELECT d.name AS device, d.driver, k.name AS kernel, k.routine, b.chosen,
       b.device_id, b.kernel_id, b.precision, b.problem, b.conditions,
       t.*
FROM best AS b
JOIN trial AS t ON t.id = b.trial_id
JOIN device AS d ON d.id = b.device_id
JOIN kernel AS k ON k.id = b.kernel_id
WHERE :device_id IN ('', b.device_id) AND :kernel IN ('', k.name) AND :routine IN ('', k.routine)
  AND :precision IN ('', b.precision)
ORDER BY d.name, d.driver, k.routine, b.precision, b.problem, b.median_ns
