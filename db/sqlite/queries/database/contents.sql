-- SPDX-License-Identifier: MIT
-- How many rows each table has.
SELECT 'device', count(*) FROM device
UNION ALL SELECT 'kernel', count(*) FROM kernel
UNION ALL SELECT 'probe', count(*) FROM probe
UNION ALL SELECT 'run', count(*) FROM run
UNION ALL SELECT 'trial', count(*) FROM trial
UNION ALL SELECT 'proof', count(*) FROM proof
UNION ALL SELECT 'finalist', count(*) FROM finalist
UNION ALL SELECT 'audit', count(*) FROM audit
UNION ALL SELECT 'pruned', count(*) FROM pruned
UNION ALL SELECT 'peer', count(*) FROM peer
UNION ALL SELECT 'sentinel', count(*) FROM sentinel
UNION ALL SELECT 'flight', count(*) FROM flight
UNION ALL SELECT 'kill', count(*) FROM kill
UNION ALL SELECT 'recipe', count(*) FROM recipe
UNION ALL SELECT 'tuned', count(*) FROM tuned
UNION ALL SELECT 'cover', count(*) FROM cover
