-- SPDX-License-Identifier: MIT
-- Whether a config of a kernel was ever found to be wrong on a device.
SELECT count(*)
FROM known_wrong
WHERE device_id = :device_id AND kernel_id = :kernel_id AND config = :config
