-- SPDX-License-Identifier: MIT
-- Somebody else's time.
INSERT INTO peer VALUES (
        :id, :run_id, :name, :version, :clock, :at, :samples, :median_ns, :low_ns, :high_ns,
        :coverage, :message)
ON CONFLICT DO NOTHING
