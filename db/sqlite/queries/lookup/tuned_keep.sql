-- SPDX-License-Identifier: MIT
-- Stores the row of the view `best` for one key, if its trial matches its id; sealed later.
INSERT INTO tuned
SELECT b.device_id, b.kernel_id, b.precision, b.problem, b.conditions, b.config, b.trial_id, b.chosen,
       b.median_ns, t.started, r.tool, r.uuid, ''
FROM best AS b
JOIN trial AS t ON t.id = b.trial_id
JOIN run AS r ON r.id = t.run_id
WHERE b.device_id = :device_id AND b.kernel_id = :kernel_id AND b.precision = :precision
  AND b.problem = :problem AND b.conditions = :conditions
  AND t.id = {{id_of_trial}}
