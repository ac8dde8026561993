-- SPDX-License-Identifier: MIT
-- A config is about to be tried.
INSERT INTO flight VALUES (
        :run_id, :config, :stage, :since)
ON CONFLICT DO UPDATE SET stage = excluded.stage, since = excluded.since
