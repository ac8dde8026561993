-- SPDX-License-Identifier: MIT
-- Trials that are new here. What is here already is passed over before its columns are checked.
INSERT INTO main.trial
SELECT *
FROM other.trial AS there
WHERE NOT EXISTS (SELECT 1 FROM main.trial AS here WHERE here.id = there.id)
ON CONFLICT DO NOTHING
