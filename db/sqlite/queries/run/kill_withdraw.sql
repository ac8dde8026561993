-- SPDX-License-Identifier: MIT
-- A run that was taken for dead goes on, so the config in flight did not end it.
DELETE FROM kill WHERE run_id = :run_id AND config = :config AND cause = 'orphaned'
