-- SPDX-License-Identifier: MIT
-- Marks a config that is about to be tried.
INSERT INTO in_flight VALUES (
        :run_id, :config, :stage, :since)
ON CONFLICT DO UPDATE SET stage = excluded.stage, since = excluded.since
