-- SPDX-License-Identifier: MIT
-- Deletes the crashes of a run.
DELETE FROM kill WHERE run_id = :run_id
