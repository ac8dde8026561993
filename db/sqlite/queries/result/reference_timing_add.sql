-- SPDX-License-Identifier: MIT
-- The time of another library.
INSERT INTO reference_timing VALUES (
        :id, :run_id, :name, :version, :clock, :at, :samples, :median_ns, :low_ns, :high_ns,
        :coverage, :message)
ON CONFLICT DO NOTHING
