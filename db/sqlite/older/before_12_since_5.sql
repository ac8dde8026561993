-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of version 5 to 11 without changing the file: who is at
-- fault follows from the messages, as in the migration. Before version 5, the table of size checks and
-- a column of the trials have other names. A view has no rowid of its own.

CREATE TEMP VIEW size_check AS
SELECT *,
       CASE
           WHEN outcome = 'ok' THEN 'config'
           WHEN message GLOB '* gave -[24567]' THEN 'device'
           WHEN outcome = 'timeout' THEN 'time_limit'
           ELSE 'config'
       END AS at_fault
FROM main.size_check;

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
