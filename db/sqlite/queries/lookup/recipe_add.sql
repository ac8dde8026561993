-- SPDX-License-Identifier: MIT
-- A kernel's recipe, to be sealed: what is written last is what the tool of today understands of the space.
INSERT INTO recipe VALUES (:kernel_id, :text, :at, '')
ON CONFLICT DO UPDATE SET text = excluded.text, at = excluded.at, seal = ''
