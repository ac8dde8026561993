-- SPDX-License-Identifier: MIT
-- A rule that had deferred the config that a trial timed.
INSERT INTO audit VALUES (
        :trial_id, :rule)
ON CONFLICT DO NOTHING
