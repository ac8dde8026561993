-- SPDX-License-Identifier: MIT
-- The id of a run is made of its host, too.
UPDATE run SET id = :new WHERE id = :old
