-- SPDX-License-Identifier: MIT
-- Stores all rows of the view `timed` whose trials match their ids; sealed later.
INSERT INTO timing
SELECT b.device_id, b.kernel_id, b.precision, b.problem, b.conditions, b.config, b.chosen,
       b.right_elsewhere, b.median_ns, r.tool, r.uuid, ''
FROM timed AS b
JOIN trial AS t ON t.id = b.trial_id
JOIN run AS r ON r.id = t.run_id
WHERE t.id = {{id_of_trial}}
