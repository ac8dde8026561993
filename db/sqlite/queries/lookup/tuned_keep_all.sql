-- SPDX-License-Identifier: MIT
-- Stores all rows of the view `best` whose trials match their ids; sealed later.
INSERT INTO tuned
SELECT b.device_id, b.kernel_id, b.precision, b.problem, b.conditions, b.config, b.trial_id, b.chosen,
       b.median_ns, t.started, r.tool, r.uuid, ''
FROM best AS b
JOIN trial AS t ON t.id = b.trial_id
JOIN run AS r ON r.id = t.run_id
WHERE t.id = {{id_of_trial}}
