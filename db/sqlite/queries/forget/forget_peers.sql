-- SPDX-License-Identifier: MIT
-- Deletes the reference timings of a run.
DELETE FROM reference_timing WHERE run_id = :run_id
