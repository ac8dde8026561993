-- SPDX-License-Identifier: MIT
-- Deletes the configs in flight of a run.
DELETE FROM in_flight WHERE run_id = :run_id
