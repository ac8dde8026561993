-- SPDX-License-Identifier: MIT
-- The id of a trial is made of its run and its message, too.
UPDATE trial SET id = :new WHERE id = :old
