-- SPDX-License-Identifier: MIT
-- A kernel whose texts do not match its id.
SELECT name FROM other.kernel WHERE id <> fingerprint(name, routine, source, space) LIMIT 1
