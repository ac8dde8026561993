-- SPDX-License-Identifier: MIT
-- Where there are finalists, one was chosen.
SELECT 'run ' || run_id || ': has finalists, and none of rank 1'
FROM finalist
GROUP BY run_id
HAVING min(rank) <> 1
