-- SPDX-License-Identifier: MIT
-- Seals the recipes that are not sealed yet, together with their kernels, as far as these are what their
-- ids say.
UPDATE recipe
SET seal = fingerprint(kernel_id, k.name, k.routine, k.source, text, at)
FROM kernel AS k
WHERE seal = '' AND k.id = kernel_id AND k.id = fingerprint(k.name, k.routine, k.source, k.space)
