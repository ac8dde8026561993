-- SPDX-License-Identifier: MIT
-- Updates references to a trial with a new id.
UPDATE finalist SET trial_id = :new WHERE trial_id = :old
