-- SPDX-License-Identifier: MIT
-- Updates the id of a probe, which includes its message.
UPDATE probe SET id = :new WHERE id = :old
