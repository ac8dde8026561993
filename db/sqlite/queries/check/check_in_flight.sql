-- SPDX-License-Identifier: MIT
-- A run that is over begins no config. What it had in flight when it ended was cut off.
SELECT 'run ' || r.id || ': is over, yet tries ' || f.config
FROM in_flight AS f
JOIN run AS r ON r.id = f.run_id
WHERE r.state <> 'running' AND f.since > r.ended
