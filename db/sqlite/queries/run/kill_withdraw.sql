-- SPDX-License-Identifier: MIT
-- Withdraws a crash: the run seemed dead but continues, so its config in flight did not end it.
DELETE FROM kill WHERE run_id = :run_id AND config = :config AND cause = 'orphaned'
