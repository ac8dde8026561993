-- SPDX-License-Identifier: MIT
-- All values of a probe have the same unit.
SELECT 'probe ' || name || ' of device ' || device_id || ': is told in several units'
FROM probe
WHERE value > 0
GROUP BY device_id, name
HAVING count(DISTINCT unit) > 1
