-- SPDX-License-Identifier: MIT
-- Deletes the recipe of a kernel without runs.
DELETE FROM recipe WHERE kernel_id = :kernel_id AND :kernel_id NOT IN (SELECT kernel_id FROM run)
