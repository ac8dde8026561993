-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: the times of its kernel and problem, which are then kept anew.
DELETE FROM timing WHERE (device_id, kernel_id, precision, problem, conditions) IN
    (SELECT device_id, kernel_id, precision, problem, conditions FROM run WHERE id = :run_id)
