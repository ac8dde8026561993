-- SPDX-License-Identifier: MIT
-- Adds a rule that had deferred the config of a trial.
INSERT INTO audit VALUES (
        :trial_id, :rule)
ON CONFLICT DO NOTHING
