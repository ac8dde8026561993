-- SPDX-License-Identifier: MIT
-- Seals the unsealed recipes together with their kernels, if the kernels match their ids.
UPDATE recipe
SET seal = fingerprint(kernel_id, k.name, k.routine, k.source, text, at)
FROM kernel AS k
WHERE seal = '' AND k.id = kernel_id AND k.id = fingerprint(k.name, k.routine, k.source, k.space)
