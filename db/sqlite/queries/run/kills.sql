-- SPDX-License-Identifier: MIT
-- How often a config has taken somebody with it in a run.
SELECT count(*) FROM kill WHERE run_id = :run_id AND config = :config
