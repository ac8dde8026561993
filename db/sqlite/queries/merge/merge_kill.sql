-- SPDX-License-Identifier: MIT
-- Copies new crashes.
INSERT INTO main.kill SELECT * FROM other.kill WHERE true ON CONFLICT DO NOTHING
