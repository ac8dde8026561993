-- SPDX-License-Identifier: MIT
-- Trials that ran although they exceed a limit of their device: work-items of a work-group, or
-- local memory if its true limit was probed (drivers report less than there is).
SELECT r.device_id, k.name AS kernel, t.config,
       t.work_group, d.max_work_group, max(t.local_memory, t.local_memory_used) AS local_memory,
       coalesce(p.bytes, 0) AS most_local_memory
FROM trial AS t
JOIN run AS r ON r.id = t.run_id
JOIN device AS d ON d.id = r.device_id
JOIN kernel AS k ON k.id = r.kernel_id
LEFT JOIN (SELECT device_id, max(value) AS bytes FROM probe WHERE name = 'local_memory_limit' GROUP BY device_id) AS p
       ON p.device_id = d.id
WHERE t.outcome = 'ok'
  AND ((d.max_work_group > 0 AND t.work_group > d.max_work_group) OR
       (p.bytes > 0 AND max(t.local_memory, t.local_memory_used) > max(p.bytes, d.local_memory)))
GROUP BY r.device_id, k.name, t.config
ORDER BY r.device_id, k.name, t.config
