-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: what its configs take under steady load.
DELETE FROM steady_timing WHERE trial_id IN (SELECT id FROM trial WHERE run_id = :run_id)
