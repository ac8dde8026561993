-- SPDX-License-Identifier: MIT
-- Lets today's queries read a database of version 3 without changing the file: its tables with an empty
-- column `seal`, as temporary views of this connection.

CREATE TEMP VIEW recipe AS SELECT *, 'not sealed yet' AS seal FROM main.recipe;
CREATE TEMP VIEW tuned AS SELECT *, 'not sealed yet' AS seal FROM main.tuned;
CREATE TEMP VIEW cover AS SELECT *, 'not sealed yet' AS seal FROM main.cover;
