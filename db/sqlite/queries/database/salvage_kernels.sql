-- SPDX-License-Identifier: MIT
-- Kernels whose texts do not match their ids.
DELETE FROM kernel WHERE id <> fingerprint(name, routine, source, space)
