-- SPDX-License-Identifier: MIT
-- Devices that are new here.
INSERT INTO main.device SELECT * FROM other.device WHERE true ON CONFLICT DO NOTHING
