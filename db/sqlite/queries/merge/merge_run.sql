-- SPDX-License-Identifier: MIT
-- Copies new runs, and the ends of runs that have continued since. A run keeps its origin.
INSERT INTO main.run
SELECT id, device_id, kernel_id, precision, problem, conditions, strategy, seed, options, candidates,
       clock, tool, command, host, pid, pci, uuid, started, ended, state, source,
       iif(origin = '', :origin, origin)
FROM other.run
WHERE true
ON CONFLICT DO UPDATE SET state = excluded.state, ended = excluded.ended
WHERE (excluded.ended, excluded.state = 'finished') > (ended, state = 'finished')
