-- SPDX-License-Identifier: MIT
-- A run with finalists has one of rank 1.
SELECT 'run ' || run_id || ': has finalists, and none of rank 1'
FROM finalist
GROUP BY run_id
HAVING min(rank) <> 1
