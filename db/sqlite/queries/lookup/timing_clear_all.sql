-- SPDX-License-Identifier: MIT
-- Deletes all rows of `timing`.
DELETE FROM timing
