-- SPDX-License-Identifier: MIT
-- No trial is dated after today.
SELECT 'trial ' || id || ': is dated in the future'
FROM trial
WHERE started > (CAST(strftime('%s', 'now') AS INTEGER) + 24 * 3600) * 1000
