-- SPDX-License-Identifier: MIT
-- Seals the unsealed recipes together with their kernels, if the kernels match their ids.
UPDATE recipe AS r
SET seal = {{seal_of_recipe}}
FROM kernel AS k
WHERE r.seal = '' AND k.id = r.kernel_id AND k.id = {{id_of_kernel}}
