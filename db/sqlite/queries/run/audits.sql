-- SPDX-License-Identifier: MIT
-- The audits of all runs: each trial of a config that a rule had deferred, with its time.
SELECT t.run_id, a.rule, t.outcome, t.median_ns
FROM audit AS a
JOIN trial AS t ON t.id = a.trial_id
ORDER BY t.run_id, a.rule, t.ordinal
