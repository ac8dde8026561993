-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: the times of other libraries.
DELETE FROM reference_timing WHERE run_id = :run_id
