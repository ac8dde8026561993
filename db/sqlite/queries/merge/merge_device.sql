-- SPDX-License-Identifier: MIT
-- Copies new devices.
INSERT INTO main.device SELECT * FROM other.device WHERE true ON CONFLICT DO NOTHING
