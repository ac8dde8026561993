-- SPDX-License-Identifier: MIT
-- Deletes the trials of a run.
DELETE FROM trial WHERE run_id = :run_id
