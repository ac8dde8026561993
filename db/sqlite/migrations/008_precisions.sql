-- SPDX-License-Identifier: MIT
-- Version 8: the f32 of gemm_mma is three products of tf32, and gets its own precision. A run keeps
-- its id, which includes the former precision.

UPDATE run
SET precision = 'tf32x3'
WHERE precision = 'f32' AND kernel_id IN (SELECT id FROM kernel WHERE name = 'gemm_mma');

-- A row that was changed keeps its seal, which does not match.
UPDATE cover
SET precision = 'tf32x3',
    seal = iif(seal = fingerprint(device_id, kernel_id, precision, config, problem, median_ns, best_ns, at),
               '', seal)
WHERE precision = 'f32' AND kernel_id IN (SELECT id FROM kernel WHERE name = 'gemm_mma');
