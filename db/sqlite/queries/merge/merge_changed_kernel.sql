-- SPDX-License-Identifier: MIT
-- A kernel whose texts do not match its id.
SELECT k.name FROM other.kernel AS k WHERE k.id <> {{id_of_kernel}} LIMIT 1
