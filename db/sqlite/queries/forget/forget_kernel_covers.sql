-- SPDX-License-Identifier: MIT
-- Deletes the covers of a kernel without runs.
DELETE FROM cover WHERE kernel_id = :kernel_id AND :kernel_id NOT IN (SELECT kernel_id FROM run)
