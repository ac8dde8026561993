-- SPDX-License-Identifier: MIT
-- Every device.
SELECT * FROM device ORDER BY name, driver, id
