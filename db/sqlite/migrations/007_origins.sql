-- SPDX-License-Identifier: MIT
-- Version 7: where a kernel's texts came from. A kernel is a program: only what somebody here chose to
-- run is built without being asked for by name.

-- The file that brought it here; '' for a kernel that was named or tuned here.
ALTER TABLE kernel ADD COLUMN origin TEXT NOT NULL DEFAULT '';
UPDATE kernel
SET origin = (SELECT min(r.origin) FROM run AS r WHERE r.kernel_id = kernel.id)
WHERE id IN (SELECT kernel_id FROM run WHERE origin <> '')
  AND id NOT IN (SELECT kernel_id FROM run WHERE origin = '');
