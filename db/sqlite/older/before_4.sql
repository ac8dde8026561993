-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of version 3 without changing the file: temporary views
-- of this connection add a column `seal` to its tables.

CREATE TEMP VIEW recipe AS SELECT *, 'not sealed yet' AS seal FROM main.recipe;
CREATE TEMP VIEW tuned AS SELECT *, 'not sealed yet' AS seal FROM main.tuned;
CREATE TEMP VIEW cover AS SELECT *, 'not sealed yet' AS seal FROM main.cover;
