-- SPDX-License-Identifier: MIT
-- Deletes the timings of a run's key, which are then rebuilt.
DELETE FROM timing WHERE (device_id, kernel_id, precision, problem, conditions) IN
    (SELECT device_id, kernel_id, precision, problem, conditions FROM run WHERE id = :run_id)
