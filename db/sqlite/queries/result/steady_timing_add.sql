-- SPDX-License-Identifier: MIT
-- Stores a measurement of a config under sustained load. It replaces an earlier one of that trial.
INSERT OR REPLACE INTO steady_timing VALUES (
        :trial_id, :seconds, :run_ns, :joules, :watts, :clock_mhz, :meter, :throttled, :message)
