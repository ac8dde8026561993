-- SPDX-License-Identifier: MIT
-- Every run, the newest first.
SELECT * FROM run ORDER BY started DESC, id
