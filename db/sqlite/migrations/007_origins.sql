-- SPDX-License-Identifier: MIT
-- Version 7: the origin of a kernel's source. A kernel is a program: one is only built if a local
-- user chose to run it, or names it.

-- The file that it came from; '' for a kernel that was defined or tuned here.
ALTER TABLE kernel ADD COLUMN origin TEXT NOT NULL DEFAULT '';
UPDATE kernel
SET origin = (SELECT min(r.origin) FROM run AS r WHERE r.kernel_id = kernel.id)
WHERE id IN (SELECT kernel_id FROM run WHERE origin <> '')
  AND id NOT IN (SELECT kernel_id FROM run WHERE origin = '');
