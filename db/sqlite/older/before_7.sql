-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of an earlier version without changing the file: a
-- kernel's origin is the file of its runs, as in the migration.

CREATE TEMP VIEW kernel AS
SELECT k.*,
       iif(EXISTS (SELECT 1 FROM main.run AS r WHERE r.kernel_id = k.id AND r.origin = ''), '',
           coalesce((SELECT min(r.origin) FROM main.run AS r WHERE r.kernel_id = k.id), '')) AS origin
FROM main.kernel AS k;
