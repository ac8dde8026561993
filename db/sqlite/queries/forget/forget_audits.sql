-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: its audits.
DELETE FROM audit WHERE trial_id IN (SELECT id FROM trial WHERE run_id = :run_id)
