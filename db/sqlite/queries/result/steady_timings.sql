-- SPDX-License-Identifier: MIT
-- The measurements under sustained load of a run.
SELECT s.trial_id, s.seconds, s.run_ns, s.joules, s.watts, s.clock_mhz, s.meter, s.throttled, s.message
FROM steady_timing AS s
JOIN trial AS t ON t.id = s.trial_id
WHERE t.run_id = :run_id
ORDER BY s.run_ns
