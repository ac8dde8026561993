-- SPDX-License-Identifier: MIT
-- What a device was found to give.
INSERT INTO probe VALUES (
        :id, :device_id, :name, :point, :value, :unit, :how, :samples, :tool, :at, :message)
ON CONFLICT DO NOTHING
