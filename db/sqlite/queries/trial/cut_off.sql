-- SPDX-License-Identifier: MIT
-- Configs of a key that were in flight when the time limit ended their runs, and that have no trial
-- in any run. The config that was cut off least often comes first.
SELECT f.config, count(*) AS times, max(r.ended - r.started) AS longest_ms
FROM run AS r
JOIN in_flight AS f ON f.run_id = r.id
WHERE r.device_id = :device_id AND r.kernel_id = :kernel_id AND r.precision = :precision
  AND r.problem = :problem AND r.conditions = :conditions AND r.state <> 'running'
  AND NOT EXISTS (
      SELECT 1
      FROM run AS o
      JOIN trial AS t ON t.run_id = o.id
      WHERE o.device_id = r.device_id AND o.kernel_id = r.kernel_id AND o.precision = r.precision
        AND o.problem = r.problem AND o.conditions = r.conditions AND t.config = f.config)
GROUP BY f.config
ORDER BY times, min(f.since), f.config
