-- SPDX-License-Identifier: MIT
-- Deletes the measurements under sustained load of a run.
DELETE FROM steady_timing WHERE trial_id IN (SELECT id FROM trial WHERE run_id = :run_id)
