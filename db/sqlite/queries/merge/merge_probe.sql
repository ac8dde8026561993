-- SPDX-License-Identifier: MIT
-- Copies new measured properties of devices.
INSERT INTO main.probe SELECT * FROM other.probe WHERE true ON CONFLICT DO NOTHING
