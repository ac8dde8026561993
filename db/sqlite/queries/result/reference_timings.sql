-- SPDX-License-Identifier: MIT
-- The times of other libraries in a run.
SELECT run_id, name, version, clock, at, samples, median_ns, low_ns, high_ns, coverage, message
FROM reference_timing
WHERE run_id = :run_id
ORDER BY at, name
