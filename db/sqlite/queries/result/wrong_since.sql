-- SPDX-License-Identifier: MIT
-- The first run that found a config wrong on a device, and its message: of another size, else of
-- its own.
SELECT f.run_id,
       coalesce((SELECT s.outcome || ' at ' || s.problem || ': ' || s.message
                 FROM size_check AS s
                 WHERE s.run_id = f.run_id AND s.config = f.config AND s.outcome <> 'ok' AND s.at_fault = 'config'
                 LIMIT 1),
                (SELECT t.message
                 FROM trial AS t
                 WHERE t.run_id = f.run_id AND t.config = f.config AND t.outcome = 'wrong' AND t.at_fault = 'config'
                 LIMIT 1), '') AS why
FROM found_wrong AS f
JOIN run AS r ON r.id = f.run_id
WHERE f.device_id = :device_id AND f.kernel_id = :kernel_id AND f.config = :config
ORDER BY r.started
LIMIT 1
