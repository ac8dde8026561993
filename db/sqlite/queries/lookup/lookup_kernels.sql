-- SPDX-License-Identifier: MIT
-- All kernels with a recipe, the newest first, whether they match their seals, and the file that
-- they came from.
SELECT r.kernel_id, k.name, k.routine, k.source, r.text, r.at,
       r.seal IN ('not sealed yet', {{seal_of_recipe}}) AS seal_ok,
       coalesce(k.origin, 'nowhere') AS origin
FROM recipe AS r
LEFT JOIN kernel AS k ON k.id = r.kernel_id
ORDER BY r.at DESC, r.kernel_id
