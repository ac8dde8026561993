-- SPDX-License-Identifier: MIT
-- The time of one config of a cover for one problem; sealed later.
INSERT OR REPLACE INTO cover VALUES (
        :device_id, :kernel_id, :precision, :config, :problem, :median_ns, :best_ns, :at, '')
