-- SPDX-License-Identifier: MIT
-- The number of rows of each table. Not count(*), which SQLite computes in one step: no limit could
-- stop it if the pages of a damaged file form a cycle.
SELECT 'device' AS name, count(1) AS rows FROM device
UNION ALL SELECT 'kernel', count(1) FROM kernel
UNION ALL SELECT 'probe', count(1) FROM probe
UNION ALL SELECT 'run', count(1) FROM run
UNION ALL SELECT 'trial', count(1) FROM trial
UNION ALL SELECT 'size_check', count(1) FROM size_check
UNION ALL SELECT 'finalist', count(1) FROM finalist
UNION ALL SELECT 'audit', count(1) FROM audit
UNION ALL SELECT 'steady_timing', count(1) FROM steady_timing
UNION ALL SELECT 'pruned', count(1) FROM pruned
UNION ALL SELECT 'reference_timing', count(1) FROM reference_timing
UNION ALL SELECT 'sentinel', count(1) FROM sentinel
UNION ALL SELECT 'in_flight', count(1) FROM in_flight
UNION ALL SELECT 'kill', count(1) FROM kill
UNION ALL SELECT 'recipe', count(1) FROM recipe
UNION ALL SELECT 'tuned', count(1) FROM tuned
UNION ALL SELECT 'timing', count(1) FROM timing
UNION ALL SELECT 'cover', count(1) FROM cover
