-- SPDX-License-Identifier: MIT
-- Lets the current queries read a database of an earlier version without changing the file: the f32
-- runs of gemm_mma get the precision that they computed in.

CREATE TEMP VIEW run AS
SELECT id, device_id, kernel_id,
       iif(precision = 'f32' AND kernel_id IN (SELECT id FROM main.kernel WHERE name = 'gemm_mma'), 'tf32x3',
           precision) AS precision,
       problem, conditions, strategy, seed, options, candidates, clock, tool, command, host, pid, pci, uuid,
       started, ended, state, source, origin
FROM main.run;
