-- SPDX-License-Identifier: MIT
-- The newest answer to one thing that a device was asked: one row, or the points of a sweep in order.
SELECT device_id, name, point, value, unit, how, samples, tool, max(at) AS at, message
FROM probe
WHERE device_id = :device_id AND name = :name
GROUP BY point
ORDER BY point
