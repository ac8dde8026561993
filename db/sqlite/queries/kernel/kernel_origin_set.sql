-- SPDX-License-Identifier: MIT
-- Says where the texts of a kernel came from.
UPDATE kernel SET origin = :origin WHERE id = :id
