-- SPDX-License-Identifier: MIT
-- Every kernel that an application can be told how to launch, what is newest first, whether it is what was
-- stored, and which file brought it.
SELECT r.kernel_id, k.name, k.routine, k.source, r.text, r.at,
       r.seal IN ('not sealed yet', fingerprint(r.kernel_id, k.name, k.routine, k.source, r.text, r.at)),
       coalesce(k.origin, 'nowhere')
FROM recipe AS r
LEFT JOIN kernel AS k ON k.id = r.kernel_id
ORDER BY r.at DESC, r.kernel_id
