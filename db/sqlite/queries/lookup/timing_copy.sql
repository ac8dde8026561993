-- SPDX-License-Identifier: MIT
-- A temporary table `timing` of this connection, which hides that of the file.
CREATE TEMP TABLE timing AS SELECT * FROM main.timing
