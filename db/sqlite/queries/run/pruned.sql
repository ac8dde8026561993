-- SPDX-License-Identifier: MIT
-- What the rules have kept from being tried in a run.
SELECT rule, verdict, count, reason FROM pruned WHERE run_id = :run_id ORDER BY count DESC, rule
