-- SPDX-License-Identifier: MIT
-- A table `timing` of this connection alone, in the place of the file's.
CREATE TEMP TABLE timing AS SELECT * FROM main.timing
