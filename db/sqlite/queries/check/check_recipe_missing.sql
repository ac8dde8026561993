-- SPDX-License-Identifier: MIT
-- A kernel that was tuned or added here has a recipe for applications. A kernel that was only
-- imported has none, nor has a program that is run by a command, whose runs have no precision.
SELECT 'recipe: the launches of kernel ' || id || ' (' || name || ') are missing'
FROM kernel
WHERE id NOT IN (SELECT kernel_id FROM recipe)
  AND (id IN (SELECT kernel_id FROM run WHERE source = 'local' AND precision <> 'none') OR
       (origin = '' AND id NOT IN (SELECT kernel_id FROM run)))
