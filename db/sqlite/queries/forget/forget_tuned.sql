-- SPDX-License-Identifier: MIT
-- Deletes a run's rows of `tuned`.
DELETE FROM tuned WHERE trial_id IN (SELECT id FROM trial WHERE run_id = :run_id)
