-- SPDX-License-Identifier: MIT
-- Every kernel that an application can be told how to launch, what is newest first.
SELECT k.id, k.name, k.routine, k.source, r.text, r.at
FROM recipe AS r
JOIN kernel AS k ON k.id = r.kernel_id
ORDER BY r.at DESC, k.id
