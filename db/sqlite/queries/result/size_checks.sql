-- SPDX-License-Identifier: MIT
-- The other sizes at which configs of a run were tried.
SELECT run_id, config, problem, outcome, message FROM size_check WHERE run_id = :run_id ORDER BY at, id
