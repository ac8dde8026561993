-- SPDX-License-Identifier: MIT
-- Updates the id of a run, which includes its host.
UPDATE run SET id = :new WHERE id = :old
