-- SPDX-License-Identifier: MIT
-- The trials of a run, in order.
SELECT * FROM trial WHERE run_id = :run_id ORDER BY ordinal
