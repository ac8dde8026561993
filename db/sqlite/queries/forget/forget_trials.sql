-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: its trials.
DELETE FROM trial WHERE run_id = :run_id
