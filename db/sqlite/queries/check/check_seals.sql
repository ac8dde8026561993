-- SPDX-License-Identifier: MIT
-- The rows for applications match their seals.
SELECT 'tuned: the best of kernel ' || kernel_id || ' for ' || problem || ': was changed'
FROM tuned
WHERE seal NOT IN ('not sealed yet', {{seal_of_tuned}})
UNION ALL
SELECT 'timing: a config of kernel ' || kernel_id || ' for ' || problem || ': was changed'
FROM timing
WHERE seal NOT IN ('not sealed yet', {{seal_of_timing}})
UNION ALL
SELECT 'recipe: kernel ' || r.kernel_id || ': it or its recipe was changed'
FROM recipe AS r
LEFT JOIN kernel AS k ON k.id = r.kernel_id
WHERE r.seal NOT IN ('not sealed yet', {{seal_of_recipe}})
UNION ALL
SELECT 'cover: kernel ' || kernel_id || ' for ' || problem || ': was changed'
FROM cover
WHERE seal NOT IN ('not sealed yet', {{seal_of_cover}})
