-- SPDX-License-Identifier: MIT
-- A run has a new id; what refers to it follows.
UPDATE reference_timing SET run_id = :new WHERE run_id = :old
