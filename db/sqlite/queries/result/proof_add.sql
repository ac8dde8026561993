-- SPDX-License-Identifier: MIT
-- A config tried at another size.
INSERT INTO proof VALUES (
        :id, :run_id, :config, :problem, :outcome, :message, :at)
ON CONFLICT DO NOTHING
