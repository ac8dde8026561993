-- SPDX-License-Identifier: MIT
-- The finalists of a run, the chosen one first.
SELECT trial_id, rank, tied FROM finalist WHERE run_id = :run_id ORDER BY rank
