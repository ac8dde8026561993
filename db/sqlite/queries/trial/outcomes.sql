-- SPDX-License-Identifier: MIT
-- The number of trials by outcome.
SELECT outcome AS name, count(*) AS rows FROM trial GROUP BY outcome ORDER BY count(*) DESC, outcome
