-- SPDX-License-Identifier: MIT
-- The number of trials by outcome.
SELECT outcome, count(*) FROM trial GROUP BY outcome ORDER BY count(*) DESC, outcome
