-- SPDX-License-Identifier: MIT
-- Deletes the counts of rejected and deferred candidates of a run.
DELETE FROM pruned WHERE run_id = :run_id
