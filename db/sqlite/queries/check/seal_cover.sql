-- SPDX-License-Identifier: MIT
-- Seals the rows of covers that are not sealed yet.
UPDATE cover
SET seal = {{seal_of_cover}}
WHERE seal = ''
