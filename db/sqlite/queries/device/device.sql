-- SPDX-License-Identifier: MIT
-- One device.
SELECT * FROM device WHERE id = :id
