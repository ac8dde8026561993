-- SPDX-License-Identifier: MIT
-- Updates references to a run with a new id.
UPDATE kill SET run_id = :new WHERE run_id = :old
