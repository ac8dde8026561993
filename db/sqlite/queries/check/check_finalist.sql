-- SPDX-License-Identifier: MIT
-- A finalist is an ok trial of its own run.
SELECT 'run ' || f.run_id || ': its finalist ' || f.trial_id || ' is not an ok trial of this run'
FROM finalist AS f
JOIN trial AS t ON t.id = f.trial_id
WHERE t.outcome <> 'ok' OR t.run_id <> f.run_id
