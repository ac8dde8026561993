-- SPDX-License-Identifier: MIT
-- Copies new size checks.
INSERT INTO main.size_check SELECT * FROM other.size_check WHERE true ON CONFLICT DO NOTHING
