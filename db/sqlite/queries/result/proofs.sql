-- SPDX-License-Identifier: MIT
-- The other sizes at which configs of a run were tried.
SELECT run_id, config, problem, outcome, message FROM proof WHERE run_id = :run_id ORDER BY at, id
