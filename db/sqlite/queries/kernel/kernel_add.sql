-- SPDX-License-Identifier: MIT
-- A kernel that was chosen here. One that is known has the same texts, or has them again: its id is made of
-- them.
INSERT INTO kernel VALUES (
        :id, :name, :routine, :source, :space, :source_hash, :space_hash, '')
ON CONFLICT (id) DO UPDATE
SET name = excluded.name, routine = excluded.routine, source = excluded.source, space = excluded.space,
    source_hash = excluded.source_hash, space_hash = excluded.space_hash, origin = ''
WHERE (name, routine, source, space, source_hash, space_hash, origin)
   <> (excluded.name, excluded.routine, excluded.source, excluded.space, excluded.source_hash,
       excluded.space_hash, '')
