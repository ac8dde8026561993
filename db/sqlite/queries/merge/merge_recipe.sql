-- SPDX-License-Identifier: MIT
-- Recipes that are new here, or newer. How a kernel of this database is launched is said by nobody else.
INSERT INTO main.recipe
SELECT * FROM other.recipe WHERE kernel_id IN (SELECT id FROM main.kernel WHERE origin <> '')
ON CONFLICT DO UPDATE SET text = excluded.text, at = excluded.at, seal = excluded.seal
WHERE excluded.at > at
