-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of an earlier version without changing the file: the
-- only timings are those of the best configs.

CREATE TEMP VIEW timing AS
SELECT device_id, kernel_id, precision, problem, conditions, config, chosen,
       1 AS right_elsewhere, median_ns, tool, uuid,
       'not sealed yet' AS seal
FROM tuned;
