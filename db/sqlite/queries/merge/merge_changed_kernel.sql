-- SPDX-License-Identifier: MIT
-- A kernel whose texts are not those that its id was made of.
SELECT name FROM other.kernel WHERE id <> fingerprint(name, routine, source, space) LIMIT 1
