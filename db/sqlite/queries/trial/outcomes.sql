-- SPDX-License-Identifier: MIT
-- How many trials ended how.
SELECT outcome, count(*) FROM trial GROUP BY outcome ORDER BY count(*) DESC, outcome
