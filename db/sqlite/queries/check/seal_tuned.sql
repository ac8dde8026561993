-- SPDX-License-Identifier: MIT
-- Seals what is kept of the view `best` and not sealed yet.
UPDATE tuned
SET seal = fingerprint(device_id, kernel_id, precision, problem, conditions, config, trial_id, chosen,
                       median_ns, at, tool, uuid)
WHERE seal = ''
