-- SPDX-License-Identifier: MIT
-- A trial has a new id; what refers to it follows.
UPDATE audit SET trial_id = :new WHERE trial_id = :old
