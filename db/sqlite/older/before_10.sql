-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of version 6 to 9 without changing the file. Whether a
-- config was correct at other sizes follows from the size checks and the chosen configs.

CREATE TEMP VIEW timing AS
SELECT device_id, kernel_id, precision, problem, conditions, config, chosen,
       (device_id, kernel_id, config) IN (
           SELECT r.device_id, r.kernel_id, s.config
           FROM main.size_check AS s
           JOIN main.run AS r ON r.id = s.run_id
           WHERE s.outcome = 'ok'
           UNION
           SELECT device_id, kernel_id, config
           FROM main.timing
           WHERE chosen) AS right_elsewhere,
       median_ns, tool, uuid,
       iif(seal IN ('not sealed yet', fingerprint(device_id, kernel_id, precision, problem, conditions, config,
                                                  chosen, median_ns, tool, uuid)), 'not sealed yet', seal) AS seal
FROM main.timing;
