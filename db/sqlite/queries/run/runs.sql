-- SPDX-License-Identifier: MIT
-- All runs, the newest first.
SELECT * FROM run ORDER BY started DESC, id
