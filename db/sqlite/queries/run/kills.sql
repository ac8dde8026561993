-- SPDX-License-Identifier: MIT
-- The number of crashes by a config in a run.
SELECT count(*) FROM kill WHERE run_id = :run_id AND config = :config
