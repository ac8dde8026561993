-- SPDX-License-Identifier: MIT
-- The measured properties of a device, sweeps in order: those with this name, or all if the name is
-- empty. The fastest value counts, because a rate reached once can be reached again. If the value
-- is not a speed, the newest counts.
SELECT device_id, name, point, value, unit, how, samples, tool, at, message
FROM (SELECT *, max(CASE WHEN unit IN ('B/s', 'FLOP/s') THEN value WHEN unit = 'ns' THEN -value ELSE at END)
      FROM probe
      WHERE device_id = :device_id AND :name IN ('', name)
      GROUP BY name, point)
ORDER BY name, point
