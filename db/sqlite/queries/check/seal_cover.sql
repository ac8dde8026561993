-- SPDX-License-Identifier: MIT
-- Seals the rows of covers that are not sealed yet.
UPDATE cover
SET seal = fingerprint(device_id, kernel_id, precision, config, problem, median_ns, best_ns, at)
WHERE seal = ''
