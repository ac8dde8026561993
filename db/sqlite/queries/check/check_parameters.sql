-- SPDX-License-Identifier: MIT
-- The configs of a run have the same parameters in the same order.
SELECT 'run ' || run_id || ': its configs differ in their parameters'
FROM (SELECT DISTINCT run_id, (SELECT group_concat(key) FROM json_each(config)) AS parameters FROM trial)
GROUP BY run_id
HAVING count(*) > 1
