-- SPDX-License-Identifier: MIT
-- What is never run again with a kernel on a device.
SELECT device_id, kernel_id, config, kills, at, why
FROM quarantine
WHERE device_id = :device_id AND kernel_id = :kernel_id
ORDER BY config
