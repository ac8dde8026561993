-- SPDX-License-Identifier: MIT
-- Others' times in a run.
SELECT run_id, name, version, clock, at, samples, median_ns, low_ns, high_ns, coverage, message
FROM peer
WHERE run_id = :run_id
ORDER BY at, name
