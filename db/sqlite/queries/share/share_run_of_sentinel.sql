-- SPDX-License-Identifier: MIT
-- A run has a new id; what refers to it follows.
UPDATE sentinel SET run_id = :new WHERE run_id = :old
