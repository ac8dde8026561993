-- SPDX-License-Identifier: MIT
-- A finished run starts no config. Configs that were in flight at its end were cut off, which is no
-- fault.
SELECT 'run ' || r.id || ': is over, yet tries ' || f.config
FROM in_flight AS f
JOIN run AS r ON r.id = f.run_id
WHERE r.state <> 'running' AND f.since > r.ended
