-- SPDX-License-Identifier: MIT
-- Adds a crash of a worker or program by a config.
INSERT INTO kill VALUES (
        :id, :run_id, :config, :cause, :why, :at, :at_fault)
ON CONFLICT DO NOTHING
