-- SPDX-License-Identifier: MIT
-- Updates the id of a trial, which includes its run and its message.
UPDATE trial SET id = :new WHERE id = :old
