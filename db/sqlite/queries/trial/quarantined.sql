-- SPDX-License-Identifier: MIT
-- Whether a config of a kernel is never run again on a device.
SELECT kills
FROM quarantine
WHERE device_id = :device_id AND kernel_id = :kernel_id AND config = :config
