-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: what applications are told of it.
DELETE FROM tuned WHERE trial_id IN (SELECT id FROM trial WHERE run_id = :run_id)
