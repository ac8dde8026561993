-- SPDX-License-Identifier: MIT
-- A table `tuned` of this connection alone, in the place of the file's.
CREATE TEMP TABLE tuned AS SELECT * FROM main.tuned
