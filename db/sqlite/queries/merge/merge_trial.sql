-- SPDX-License-Identifier: MIT
-- Copies new trials. Known trials are skipped before the constraints of their columns are checked.
INSERT INTO main.trial
SELECT *
FROM other.trial AS there
WHERE NOT EXISTS (SELECT 1 FROM main.trial AS here WHERE here.id = there.id)
ON CONFLICT DO NOTHING
