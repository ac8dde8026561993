-- SPDX-License-Identifier: MIT
-- Whether a config is never run again with a kernel on a device.
SELECT kills
FROM quarantine
WHERE device_id = :device_id AND kernel_id = :kernel_id AND config = :config
