-- SPDX-License-Identifier: MIT
-- Version 4: rows for applications are sealed. A seal is the fingerprint of all other columns of
-- the row; that of a recipe includes its kernel's texts. A reader computes the fingerprint again
-- and skips rows that were changed. New rows are sealed when they are written, existing ones right
-- after this migration.

ALTER TABLE recipe ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE tuned ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE cover ADD COLUMN seal TEXT NOT NULL DEFAULT '';
