-- SPDX-License-Identifier: MIT
-- All timings of the fixed config in a run.
SELECT run_id, at, config, samples, median_ns, low_ns, high_ns, coverage
FROM sentinel
WHERE run_id = :run_id
ORDER BY at
