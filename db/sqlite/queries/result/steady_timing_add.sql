-- SPDX-License-Identifier: MIT
-- What a config takes under steady load. What is measured again replaces what was known of that trial.
INSERT OR REPLACE INTO steady_timing VALUES (
        :trial_id, :seconds, :run_ns, :joules, :watts, :clock_mhz, :meter, :throttled, :message)
