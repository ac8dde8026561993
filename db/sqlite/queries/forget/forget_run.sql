-- SPDX-License-Identifier: MIT
-- Deletes a run. Its other rows must be deleted before.
DELETE FROM run WHERE id = :run_id
