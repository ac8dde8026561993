-- SPDX-License-Identifier: MIT
-- The latest time and energy of each config under sustained load, of the same trials as in
-- steady_bests. A trial counts only if it matches its id. Few databases have such rows: CROSS JOIN
-- starts with them.
SELECT r.device_id, r.kernel_id, r.precision, r.problem, t.config, 1 AS seal_ok, s.run_ns, s.joules,
       ifnull(json_extract(r.conditions, '$.options'), '') AS options, r.tool, r.uuid, max(t.started)
FROM steady_timing AS s
CROSS JOIN trial AS t ON t.id = s.trial_id
CROSS JOIN run AS r ON r.id = t.run_id
WHERE t.outcome = 'ok' AND t.checked_with <> '' AND r.source = 'local'
  AND t.id = {{id_of_trial}}
  AND iif((r.device_id, r.kernel_id, t.config) IN known_wrong, 0, 1)
GROUP BY r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config
