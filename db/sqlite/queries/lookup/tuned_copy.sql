-- SPDX-License-Identifier: MIT
-- A temporary table `tuned` of this connection, which hides that of the file.
CREATE TEMP TABLE tuned AS SELECT * FROM main.tuned
