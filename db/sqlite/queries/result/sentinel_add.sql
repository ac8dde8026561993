-- SPDX-License-Identifier: MIT
-- Adds a repeated timing of the fixed config.
INSERT INTO sentinel VALUES (
        :id, :run_id, :at, :config, :samples, :median_ns, :low_ns, :high_ns, :coverage)
ON CONFLICT DO NOTHING
