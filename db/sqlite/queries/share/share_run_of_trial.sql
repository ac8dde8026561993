-- SPDX-License-Identifier: MIT
-- Updates references to a run with a new id.
UPDATE trial SET run_id = :new WHERE run_id = :old
