-- SPDX-License-Identifier: MIT
-- A run that is over tries nothing.
SELECT 'run ' || r.id || ': is over, yet tries ' || f.config
FROM flight AS f
JOIN run AS r ON r.id = f.run_id
WHERE r.state <> 'running'
