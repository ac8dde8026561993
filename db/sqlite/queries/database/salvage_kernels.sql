-- SPDX-License-Identifier: MIT
-- Kernels whose texts do not match their ids.
DELETE FROM kernel AS k WHERE k.id <> {{id_of_kernel}}
