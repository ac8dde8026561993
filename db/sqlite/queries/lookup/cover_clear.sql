-- SPDX-License-Identifier: MIT
-- Deletes the cover of a routine on a device.
DELETE FROM cover
WHERE device_id = :device_id AND precision = :precision
  AND kernel_id IN (SELECT id FROM kernel WHERE routine = :routine)
