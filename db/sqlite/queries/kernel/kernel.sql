-- SPDX-License-Identifier: MIT
-- One kernel.
SELECT * FROM kernel WHERE id = :id
