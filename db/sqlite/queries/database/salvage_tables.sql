-- SPDX-License-Identifier: MIT
-- The tables in the order of their creation, so that none refers to a later one. For each: its
-- columns, the columns of its row order, ascending and descending, and whether that is the rowid.
-- Derived tables, and tables that no merge copies, are left out.
SELECT t.name,
       (SELECT group_concat(c.name, ', ') FROM pragma_table_info(t.name) AS c) AS columns,
       iif(l.wr, (SELECT group_concat(c.name, ', ')
                  FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk) AS c), 'rowid') AS upwards,
       iif(l.wr, (SELECT group_concat(c.name || ' DESC', ', ')
                  FROM (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk) AS c), 'rowid DESC') AS downwards,
       NOT l.wr AS has_rowid
FROM main.sqlite_schema AS t
JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = t.name
WHERE t.type = 'table' AND t.name NOT IN ('meta', 'tuned', 'timing', 'flight', 'in_flight')
ORDER BY t.rowid
