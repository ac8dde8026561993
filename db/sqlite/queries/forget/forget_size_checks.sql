-- SPDX-License-Identifier: MIT
-- Deletes the size checks of a run.
DELETE FROM size_check WHERE run_id = :run_id
