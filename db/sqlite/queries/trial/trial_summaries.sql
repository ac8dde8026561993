-- SPDX-License-Identifier: MIT
-- All trials in the form that reports need: without samples, which are most of the file.
SELECT run_id, config, purpose, outcome, median_ns, low_ns, high_ns, coverage, length(samples) / 8 AS count,
       flops, bytes, started, checked_with <> '' AS checked, ordinal
FROM trial
ORDER BY run_id, ordinal
