-- SPDX-License-Identifier: MIT
-- Kernels that are new here. Their texts are those of the other file until somebody here chooses the same.
INSERT INTO main.kernel
SELECT id, name, routine, source, space, source_hash, space_hash, iif(origin = '', :origin, origin)
FROM other.kernel WHERE true ON CONFLICT DO NOTHING
