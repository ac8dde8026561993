-- SPDX-License-Identifier: MIT
-- Copies new covers.
INSERT INTO main.cover SELECT * FROM other.cover WHERE true ON CONFLICT DO NOTHING
