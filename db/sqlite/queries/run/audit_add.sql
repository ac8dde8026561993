-- SPDX-License-Identifier: MIT
-- A rule that had put off what was then timed.
INSERT INTO audit VALUES (
        :trial_id, :rule)
ON CONFLICT DO NOTHING
