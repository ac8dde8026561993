-- SPDX-License-Identifier: MIT
-- Every kernel.
SELECT * FROM kernel ORDER BY routine, name, id
