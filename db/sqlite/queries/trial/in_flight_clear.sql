-- SPDX-License-Identifier: MIT
-- Removes all configs in flight of a run.
DELETE FROM in_flight WHERE run_id = :run_id
