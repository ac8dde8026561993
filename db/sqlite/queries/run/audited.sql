-- SPDX-License-Identifier: MIT
-- The trials of a run whose configs a rule had deferred.
SELECT t.*
FROM audit AS a
JOIN trial AS t ON t.id = a.trial_id
WHERE t.run_id = :run_id AND a.rule = :rule
ORDER BY t.ordinal
