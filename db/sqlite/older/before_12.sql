-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of an earlier version without changing the file: who is
-- at fault follows from the messages, as in the migration.

CREATE TEMP VIEW kill AS
SELECT *,
       CASE
           WHEN why GLOB '* gave -[24567]' THEN 'device'
           WHEN why GLOB 'right here, timeout at *' THEN 'time_limit'
           ELSE 'config'
       END AS at_fault
FROM main.kill;
