-- SPDX-License-Identifier: MIT
-- Seals the rows of `timing` that are not sealed yet.
UPDATE timing
SET seal = fingerprint(device_id, kernel_id, precision, problem, conditions, config, chosen,
                       right_elsewhere, median_ns, tool, uuid)
WHERE seal = ''
