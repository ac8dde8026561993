-- SPDX-License-Identifier: MIT
-- What the audits of all runs say of each rule: how many trials it had put off, and their times.
SELECT t.run_id, a.rule, t.outcome, t.median_ns
FROM audit AS a
JOIN trial AS t ON t.id = a.trial_id
ORDER BY t.run_id, a.rule, t.ordinal
