-- SPDX-License-Identifier: MIT
-- Adds a run unless it is known.
INSERT INTO run VALUES (
        :id, :device_id, :kernel_id, :precision, :problem, :conditions, :strategy, :seed, :options,
        :candidates, :clock, :tool, :command, :host, :pid, :pci, :uuid, :started, :ended, :state,
        :source, :origin)
ON CONFLICT DO NOTHING
