-- SPDX-License-Identifier: MIT
-- Sets the origin of a kernel's texts.
UPDATE kernel SET origin = :origin WHERE id = :id
