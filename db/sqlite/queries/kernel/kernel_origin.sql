-- SPDX-License-Identifier: MIT
-- The origin of a kernel's texts; '' for local.
SELECT origin FROM kernel WHERE id = :id
