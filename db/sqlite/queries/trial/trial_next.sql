-- SPDX-License-Identifier: MIT
-- The next free ordinal of a run.
SELECT coalesce(max(ordinal) + 1, 0) FROM trial WHERE run_id = :run_id
