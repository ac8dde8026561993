-- SPDX-License-Identifier: MIT
-- Version 4: what applications are told is sealed. A seal is the fingerprint of everything else that the
-- row says, a recipe's also of its kernel's texts; who reads a row makes it again and passes over what is
-- not what was stored. Rows are sealed when they are written, and what is here already right after this.

ALTER TABLE recipe ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE tuned ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE cover ADD COLUMN seal TEXT NOT NULL DEFAULT '';
