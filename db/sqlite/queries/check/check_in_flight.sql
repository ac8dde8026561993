-- SPDX-License-Identifier: MIT
-- A run that has ended has no config in flight.
SELECT 'run ' || r.id || ': is over, yet tries ' || f.config
FROM in_flight AS f
JOIN run AS r ON r.id = f.run_id
WHERE r.state <> 'running'
