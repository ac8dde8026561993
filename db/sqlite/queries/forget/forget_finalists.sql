-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: its finalists.
DELETE FROM finalist WHERE run_id = :run_id
