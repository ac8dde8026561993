-- SPDX-License-Identifier: MIT
-- Adds a measured property of a device.
INSERT INTO probe VALUES (
        :id, :device_id, :name, :point, :value, :unit, :how, :samples, :tool, :at, :message)
ON CONFLICT DO NOTHING
