-- SPDX-License-Identifier: MIT
-- Kernels whose texts are not those that their ids were made of.
DELETE FROM kernel WHERE id <> fingerprint(name, routine, source, space)
