-- SPDX-License-Identifier: MIT
-- Deletes the sentinels of a run.
DELETE FROM sentinel WHERE run_id = :run_id
