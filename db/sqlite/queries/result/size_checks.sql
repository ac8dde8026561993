-- SPDX-License-Identifier: MIT
-- The checks at other sizes of a run.
SELECT run_id, config, problem, outcome, message, at_fault FROM size_check WHERE run_id = :run_id ORDER BY at, id
