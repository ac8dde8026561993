-- SPDX-License-Identifier: MIT
-- Removes a kernel without runs.
DELETE FROM kernel WHERE id = :kernel_id AND id NOT IN (SELECT kernel_id FROM run)
