-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: its sentinels.
DELETE FROM sentinel WHERE run_id = :run_id
