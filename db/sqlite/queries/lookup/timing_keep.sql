-- SPDX-License-Identifier: MIT
-- Stores the rows of the view `timed` for one key, if their trials match their ids; sealed later.
INSERT INTO timing
SELECT b.device_id, b.kernel_id, b.precision, b.problem, b.conditions, b.config, b.chosen,
       b.right_elsewhere, b.median_ns, r.tool, r.uuid, ''
FROM timed AS b
JOIN trial AS t ON t.id = b.trial_id
JOIN run AS r ON r.id = t.run_id
WHERE b.device_id = :device_id AND b.kernel_id = :kernel_id AND b.precision = :precision
  AND b.problem = :problem AND b.conditions = :conditions
  AND t.id = {{id_of_trial}}
