-- SPDX-License-Identifier: MIT
-- Seals the rows of `tuned` that are not sealed yet.
UPDATE tuned
SET seal = fingerprint(device_id, kernel_id, precision, problem, conditions, config, trial_id, chosen,
                       median_ns, at, tool, uuid)
WHERE seal = ''
