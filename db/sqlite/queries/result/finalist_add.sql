-- SPDX-License-Identifier: MIT
-- A place among the last few of a run.
INSERT INTO finalist VALUES (
        :run_id, :trial_id, :rank, :tied)
ON CONFLICT DO NOTHING
