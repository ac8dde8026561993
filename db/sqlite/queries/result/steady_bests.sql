-- SPDX-License-Identifier: MIT
-- The latest measurement of each config under sustained load; an empty parameter matches
-- everything. Only configs that were checked and are not known to be wrong.
SELECT s.trial_id, s.seconds, s.run_ns, s.joules, s.watts, s.clock_mhz, s.meter, s.throttled,
       s.message AS sustained_message,
       d.name AS device, d.driver, k.name AS kernel, k.routine, 0 AS chosen,
       r.device_id, r.kernel_id, r.precision, r.problem, r.conditions,
       t.*
FROM (SELECT s.*, t.run_id,
             row_number() OVER (
                 PARTITION BY r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config
                 ORDER BY t.started DESC, t.rowid DESC) AS age
      FROM steady_timing AS s
      JOIN trial AS t ON t.id = s.trial_id
      JOIN run AS r ON r.id = t.run_id
      WHERE t.outcome = 'ok' AND t.checked_with <> '' AND r.source = 'local'
        AND (r.device_id, r.kernel_id, t.config) NOT IN known_wrong) AS s
JOIN trial AS t ON t.id = s.trial_id
JOIN run AS r ON r.id = s.run_id
JOIN device AS d ON d.id = r.device_id
JOIN kernel AS k ON k.id = r.kernel_id
WHERE s.age = 1 AND :device_id IN ('', r.device_id) AND :kernel IN ('', k.name)
  AND :routine IN ('', k.routine) AND :precision IN ('', r.precision)
ORDER BY d.name, d.driver, k.routine, r.precision, r.problem, k.name, s.run_ns
