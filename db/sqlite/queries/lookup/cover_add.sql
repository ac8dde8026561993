-- SPDX-License-Identifier: MIT
-- What one config of a cover takes for one problem, to be sealed.
INSERT OR REPLACE INTO cover VALUES (
        :device_id, :kernel_id, :precision, :config, :problem, :median_ns, :best_ns, :at, '')
