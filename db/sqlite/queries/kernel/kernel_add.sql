-- SPDX-License-Identifier: MIT
-- Adds a kernel that was chosen here. If its id is known, the texts of the id are restored, and its
-- origin becomes local.
INSERT INTO kernel VALUES (
        :id, :name, :routine, :source, :space, :source_hash, :space_hash, '')
ON CONFLICT (id) DO UPDATE
SET name = excluded.name, routine = excluded.routine, source = excluded.source, space = excluded.space,
    source_hash = excluded.source_hash, space_hash = excluded.space_hash, origin = ''
WHERE (name, routine, source, space, source_hash, space_hash, origin)
   <> (excluded.name, excluded.routine, excluded.source, excluded.space, excluded.source_hash,
       excluded.space_hash, '')
