-- SPDX-License-Identifier: MIT
-- All measured properties of a device, the oldest value of each point first.
SELECT device_id, name, point, value, unit, how, samples, tool, at, message
FROM probe
WHERE device_id = :device_id
ORDER BY name, point, at, id
