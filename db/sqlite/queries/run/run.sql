-- SPDX-License-Identifier: MIT
-- One run.
SELECT * FROM run WHERE id = :id
