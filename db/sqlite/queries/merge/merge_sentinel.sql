-- SPDX-License-Identifier: MIT
-- Drift that is new here.
INSERT INTO main.sentinel SELECT * FROM other.sentinel WHERE true ON CONFLICT DO NOTHING
