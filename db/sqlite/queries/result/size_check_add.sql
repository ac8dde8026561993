-- SPDX-License-Identifier: MIT
-- The check of a config at another size.
INSERT INTO size_check VALUES (
        :id, :run_id, :config, :problem, :outcome, :message, :at, :at_fault)
ON CONFLICT DO NOTHING
