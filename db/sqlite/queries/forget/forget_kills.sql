-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: the configs that took a worker with them.
DELETE FROM kill WHERE run_id = :run_id
