-- SPDX-License-Identifier: MIT
-- Deletes the finalists of a run.
DELETE FROM finalist WHERE run_id = :run_id
