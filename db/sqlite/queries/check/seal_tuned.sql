-- SPDX-License-Identifier: MIT
-- Seals the rows of `tuned` that are not sealed yet.
UPDATE tuned
SET seal = {{seal_of_tuned}}
WHERE seal = ''
