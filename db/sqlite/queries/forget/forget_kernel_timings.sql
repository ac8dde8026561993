-- SPDX-License-Identifier: MIT
-- Deletes the timings of a kernel without runs.
DELETE FROM timing WHERE kernel_id = :kernel_id AND :kernel_id NOT IN (SELECT kernel_id FROM run)
