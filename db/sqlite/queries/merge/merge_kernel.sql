-- SPDX-License-Identifier: MIT
-- Copies new kernels. Their origin is the other file until a local user chooses the same kernel.
INSERT INTO main.kernel
SELECT id, name, routine, source, space, source_hash, space_hash, iif(origin = '', :origin, origin)
FROM other.kernel WHERE true ON CONFLICT DO NOTHING
