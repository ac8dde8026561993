-- SPDX-License-Identifier: MIT
-- hone did not check imported results.
SELECT 'trial ' || t.id || ': is imported from ' || r.origin || ', yet says that it was checked'
FROM trial AS t
JOIN run AS r ON r.id = t.run_id
WHERE r.source = 'import' AND t.outcome = 'ok' AND t.checked_with <> ''
