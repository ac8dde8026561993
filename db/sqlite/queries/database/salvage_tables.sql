-- SPDX-License-Identifier: MIT
-- The tables in the order in which they were made, so that none refers to a later one; their columns, those
-- that order their rows, upwards and downwards, and whether that is the rowid. What follows from other rows,
-- and what no merge takes, is left out.
SELECT t.name,
       (SELECT group_concat(c.name, ', ') FROM pragma_table_info(t.name) AS c),
       iif(l.wr, (SELECT group_concat(c.name, ', ')
                  FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk) AS c), 'rowid'),
       iif(l.wr, (SELECT group_concat(c.name || ' DESC', ', ')
                  FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk) AS c), 'rowid DESC'),
       NOT l.wr
FROM main.sqlite_schema AS t
JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = t.name
WHERE t.type = 'table' AND t.name NOT IN ('meta', 'tuned', 'timing', 'flight', 'in_flight')
ORDER BY t.rowid
