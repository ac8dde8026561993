-- SPDX-License-Identifier: MIT
-- The answers to what a device was asked, sweeps in order; to one thing, or with an empty name to
-- everything. What was reached once can be reached, so the fastest answer counts; of what is no speed,
-- the newest.
SELECT device_id, name, point, value, unit, how, samples, tool, at, message
FROM (SELECT *, max(CASE WHEN unit IN ('B/s', 'FLOP/s') THEN value WHEN unit = 'ns' THEN -value ELSE at END)
      FROM probe
      WHERE device_id = :device_id AND :name IN ('', name)
      GROUP BY name, point)
ORDER BY name, point
