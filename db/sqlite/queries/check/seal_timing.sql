-- SPDX-License-Identifier: MIT
-- Seals the rows of `timing` that are not sealed yet.
UPDATE timing
SET seal = {{seal_of_timing}}
WHERE seal = ''
