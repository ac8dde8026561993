-- SPDX-License-Identifier: MIT
-- The numbers of candidates that rules rejected or deferred in a run.
SELECT rule, verdict, count, reason FROM pruned WHERE run_id = :run_id ORDER BY count DESC, rule
