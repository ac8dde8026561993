-- SPDX-License-Identifier: MIT
-- A kernel's recipe; sealed later. The latest one counts, because it is how the current tool reads
-- the space.
INSERT INTO recipe VALUES (:kernel_id, :text, :at, '')
ON CONFLICT DO UPDATE SET text = excluded.text, at = excluded.at, seal = ''
