-- SPDX-License-Identifier: MIT
-- Configs of a kernel that are never run again on a device.
SELECT device_id, kernel_id, config, kills, at, why
FROM quarantine
WHERE device_id = :device_id AND kernel_id = :kernel_id
ORDER BY config
