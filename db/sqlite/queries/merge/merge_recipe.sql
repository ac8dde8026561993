-- SPDX-License-Identifier: MIT
-- Recipes that are new here, or newer.
INSERT INTO main.recipe SELECT * FROM other.recipe WHERE true
ON CONFLICT DO UPDATE SET text = excluded.text, at = excluded.at, seal = excluded.seal
WHERE excluded.at > at
