-- SPDX-License-Identifier: MIT
-- Version 8: what gemm_mma computed in f32 is three products of tf32, and a precision of its own. A run keeps
-- its id, which was made of its former precision.

UPDATE run
SET precision = 'tf32x3'
WHERE precision = 'f32' AND kernel_id IN (SELECT id FROM kernel WHERE name = 'gemm_mma');

-- A row that was changed by others keeps a seal that does not match.
UPDATE cover
SET precision = 'tf32x3',
    seal = iif(seal = fingerprint(device_id, kernel_id, precision, config, problem, median_ns, best_ns, at),
               '', seal)
WHERE precision = 'f32' AND kernel_id IN (SELECT id FROM kernel WHERE name = 'gemm_mma');
