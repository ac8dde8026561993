-- SPDX-License-Identifier: MIT
-- Deletes the audits of a run.
DELETE FROM audit WHERE trial_id IN (SELECT id FROM trial WHERE run_id = :run_id)
