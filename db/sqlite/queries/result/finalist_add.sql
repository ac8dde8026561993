-- SPDX-License-Identifier: MIT
-- Adds a finalist of a run.
INSERT INTO finalist VALUES (
        :run_id, :trial_id, :rank, :tied)
ON CONFLICT DO NOTHING
