-- SPDX-License-Identifier: MIT
-- The newest answer to everything that a device was asked, sweeps in order.
SELECT device_id, name, point, value, unit, how, samples, tool, max(at) AS at, message
FROM probe
WHERE device_id = :device_id
GROUP BY name, point
ORDER BY name, point
