-- SPDX-License-Identifier: MIT
-- Lets today's queries read a database of an earlier version without changing the file: a kernel came from
-- the file of its runs, as the migration says.

CREATE TEMP VIEW kernel AS
SELECT k.*,
       iif(EXISTS (SELECT 1 FROM main.run AS r WHERE r.kernel_id = k.id AND r.origin = ''), '',
           coalesce((SELECT min(r.origin) FROM main.run AS r WHERE r.kernel_id = k.id), '')) AS origin
FROM main.kernel AS k;
