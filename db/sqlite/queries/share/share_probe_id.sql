-- SPDX-License-Identifier: MIT
-- The id of a probe is made of its message, too.
UPDATE probe SET id = :new WHERE id = :old
