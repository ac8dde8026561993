-- SPDX-License-Identifier: MIT
-- How many rows each table has.
SELECT 'device', count(*) FROM device
UNION ALL SELECT 'kernel', count(*) FROM kernel
UNION ALL SELECT 'probe', count(*) FROM probe
UNION ALL SELECT 'run', count(*) FROM run
UNION ALL SELECT 'trial', count(*) FROM trial
UNION ALL SELECT 'size_check', count(*) FROM size_check
UNION ALL SELECT 'finalist', count(*) FROM finalist
UNION ALL SELECT 'audit', count(*) FROM audit
UNION ALL SELECT 'steady_timing', count(*) FROM steady_timing
UNION ALL SELECT 'pruned', count(*) FROM pruned
UNION ALL SELECT 'reference_timing', count(*) FROM reference_timing
UNION ALL SELECT 'sentinel', count(*) FROM sentinel
UNION ALL SELECT 'in_flight', count(*) FROM in_flight
UNION ALL SELECT 'kill', count(*) FROM kill
UNION ALL SELECT 'recipe', count(*) FROM recipe
UNION ALL SELECT 'tuned', count(*) FROM tuned
UNION ALL SELECT 'timing', count(*) FROM timing
UNION ALL SELECT 'cover', count(*) FROM cover
