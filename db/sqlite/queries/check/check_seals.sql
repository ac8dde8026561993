-- SPDX-License-Identifier: MIT
-- The rows for applications match their seals.
SELECT 'tuned: the best of kernel ' || kernel_id || ' for ' || problem || ': was changed'
FROM tuned
WHERE seal NOT IN ('not sealed yet',
                   fingerprint(device_id, kernel_id, precision, problem, conditions, config, trial_id,
                               chosen, median_ns, at, tool, uuid))
UNION ALL
SELECT 'timing: a config of kernel ' || kernel_id || ' for ' || problem || ': was changed'
FROM timing
WHERE seal NOT IN ('not sealed yet',
                   fingerprint(device_id, kernel_id, precision, problem, conditions, config, chosen,
                               right_elsewhere, median_ns, tool, uuid))
UNION ALL
SELECT 'recipe: kernel ' || r.kernel_id || ': it or its recipe was changed'
FROM recipe AS r
LEFT JOIN kernel AS k ON k.id = r.kernel_id
WHERE r.seal NOT IN ('not sealed yet',
                     fingerprint(r.kernel_id, k.name, k.routine, k.source, r.text, r.at))
UNION ALL
SELECT 'cover: kernel ' || kernel_id || ' for ' || problem || ': was changed'
FROM cover
WHERE seal NOT IN ('not sealed yet',
                   fingerprint(device_id, kernel_id, precision, config, problem, median_ns, best_ns, at))
