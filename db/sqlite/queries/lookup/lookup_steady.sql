-- SPDX-License-Identifier: MIT
-- The latest time and energy of each config under sustained load. A trial counts only if it matches
-- its id, and if the time of its config is kept: that config was right and is not known to be
-- wrong. Few databases have such rows: CROSS JOIN starts with them, while SQLite would start with
-- all kept times.
SELECT r.device_id, r.kernel_id, r.precision, r.problem, t.config, 1 AS seal_ok, s.run_ns, s.joules,
       ifnull(json_extract(r.conditions, '$.options'), '') AS options, r.tool, r.uuid, max(t.started)
FROM steady_timing AS s
CROSS JOIN trial AS t ON t.id = s.trial_id
CROSS JOIN run AS r ON r.id = t.run_id
CROSS JOIN timing AS k ON k.device_id = r.device_id AND k.kernel_id = r.kernel_id AND k.precision = r.precision
                      AND k.problem = r.problem AND k.conditions = r.conditions AND k.config = t.config
WHERE t.outcome = 'ok' AND r.source = 'local'
  AND t.id = fingerprint(t.run_id, t.ordinal, t.config, t.outcome, t.samples, t.message)
  AND k.seal IN ('not sealed yet', fingerprint(k.device_id, k.kernel_id, k.precision, k.problem, k.conditions, k.config,
                                               k.chosen, k.right_elsewhere, k.median_ns, k.tool, k.uuid))
GROUP BY r.device_id, r.kernel_id, r.precision, r.problem, r.conditions, t.config
