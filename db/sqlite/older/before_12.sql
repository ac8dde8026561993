-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of an earlier version without changing the file: who is
-- at fault follows from the messages, as in the migration. A view has no rowid of its own.

CREATE TEMP VIEW trial AS
SELECT *,
       CASE
           WHEN outcome = 'ok' THEN 'config'
           WHEN message GLOB '* gave -[24567]' THEN 'device'
           WHEN outcome IN ('wrong', 'timeout') AND message GLOB 'right here, timeout at *' THEN 'time_limit'
           ELSE 'config'
       END AS at_fault,
       rowid AS rowid
FROM main.trial;

CREATE TEMP VIEW kill AS
SELECT *,
       CASE
           WHEN why GLOB '* gave -[24567]' THEN 'device'
           WHEN why GLOB 'right here, timeout at *' THEN 'time_limit'
           ELSE 'config'
       END AS at_fault
FROM main.kill;
