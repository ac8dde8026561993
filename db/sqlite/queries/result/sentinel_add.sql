-- SPDX-License-Identifier: MIT
-- The fixed config, timed once more.
INSERT INTO sentinel VALUES (
        :id, :run_id, :at, :config, :samples, :median_ns, :low_ns, :high_ns, :coverage)
ON CONFLICT DO NOTHING
