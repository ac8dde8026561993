-- SPDX-License-Identifier: MIT
-- Times that are too short for the measured rates of the device.
SELECT 'trial ' || trial_id || ': its time of ' || median_ns ||
       ' ns is too short for the rates that were probed on its device'
FROM judged_trial
WHERE implausible AND source = 'local'
