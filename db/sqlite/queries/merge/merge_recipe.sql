-- SPDX-License-Identifier: MIT
-- Copies new and newer recipes. A kernel of this database never gets a recipe from another one.
INSERT INTO main.recipe
SELECT * FROM other.recipe WHERE kernel_id IN (SELECT id FROM main.kernel WHERE origin <> '')
ON CONFLICT DO UPDATE SET text = excluded.text, at = excluded.at, seal = excluded.seal
WHERE excluded.at > at
