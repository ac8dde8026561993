-- SPDX-License-Identifier: MIT
-- Copies new sentinels.
INSERT INTO main.sentinel SELECT * FROM other.sentinel WHERE true ON CONFLICT DO NOTHING
