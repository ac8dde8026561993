-- SPDX-License-Identifier: MIT
-- A config that took somebody with it.
INSERT INTO kill VALUES (
        :id, :run_id, :config, :cause, :why, :at)
ON CONFLICT DO NOTHING
