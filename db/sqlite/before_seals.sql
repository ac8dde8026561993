-- SPDX-License-Identifier: MIT
-- What lets today's queries read a database of version 3 that nobody may write: its tables with the one
-- column more, for this connection alone.

CREATE TEMP VIEW recipe AS SELECT *, 'not sealed yet' AS seal FROM main.recipe;
CREATE TEMP VIEW tuned AS SELECT *, 'not sealed yet' AS seal FROM main.tuned;
CREATE TEMP VIEW cover AS SELECT *, 'not sealed yet' AS seal FROM main.cover;
