-- SPDX-License-Identifier: MIT
-- The keys whose best or fastest configs a run may have changed: its own key, those with a config
-- that the run found wrong, and all of its kernel if the run found a config correct that a merged
-- run found wrong.
WITH wrong (config) AS (
    SELECT config FROM trial WHERE run_id = :run_id AND outcome = 'wrong'
    UNION
    SELECT config FROM size_check WHERE run_id = :run_id AND outcome <> 'ok')
SELECT device_id, kernel_id, precision, problem, conditions
FROM run
WHERE id = :run_id
UNION
SELECT t.device_id, t.kernel_id, t.precision, t.problem, t.conditions
FROM run AS r
JOIN tuned AS t ON t.device_id = r.device_id AND t.kernel_id = r.kernel_id
WHERE r.id = :run_id AND t.config IN wrong
UNION
SELECT t.device_id, t.kernel_id, t.precision, t.problem, t.conditions
FROM run AS r
JOIN timing AS t ON t.device_id = r.device_id AND t.kernel_id = r.kernel_id
WHERE r.id = :run_id AND t.config IN wrong
UNION
SELECT o.device_id, o.kernel_id, o.precision, o.problem, o.conditions
FROM run AS r
JOIN run AS o ON o.device_id = r.device_id AND o.kernel_id = r.kernel_id
WHERE r.id = :run_id AND EXISTS (
    SELECT 1
    FROM disagreement AS d
    JOIN trial AS t ON t.run_id = r.id AND t.outcome = 'ok' AND t.config = d.config
    WHERE d.device_id = r.device_id AND d.kernel_id = r.kernel_id)
