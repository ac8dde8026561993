-- SPDX-License-Identifier: MIT
-- Updates references to a run with a new id.
UPDATE reference_timing SET run_id = :new WHERE run_id = :old
