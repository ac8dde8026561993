-- SPDX-License-Identifier: MIT
-- Times that no device of its rates has.
SELECT 'trial ' || trial_id || ': its time of ' || median_ns ||
       ' ns is too short for the rates that were probed on its device'
FROM judged_trial
WHERE implausible AND source = 'local'
