-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of version 3 or 4 without changing the file: temporary
-- views of this connection give its tables and columns the names of version 5. Who is at fault
-- follows from the messages, as in the migration to version 12.

CREATE TEMP VIEW size_check AS
SELECT *,
       CASE
           WHEN outcome = 'ok' THEN 'config'
           WHEN message GLOB '* gave -[24567]' THEN 'device'
           WHEN outcome = 'timeout' THEN 'time_limit'
           ELSE 'config'
       END AS at_fault
FROM main.proof;
CREATE TEMP VIEW trial AS
SELECT *, place AS location,
       CASE
           WHEN outcome = 'ok' THEN 'config'
           WHEN message GLOB '* gave -[24567]' THEN 'device'
           WHEN outcome IN ('wrong', 'timeout') AND message GLOB 'right here, timeout at *' THEN 'time_limit'
           ELSE 'config'
       END AS at_fault,
       rowid AS rowid
FROM main.trial;
CREATE TEMP VIEW reference_timing AS SELECT * FROM main.peer;
CREATE TEMP VIEW in_flight AS SELECT * FROM main.flight;
CREATE TEMP VIEW pruned AS
SELECT run_id, rule, iif(verdict = 'put off', 'deferred', verdict) AS verdict, count, reason
FROM main.pruned;
