-- SPDX-License-Identifier: MIT
-- Copies new reference timings.
INSERT INTO main.reference_timing SELECT * FROM other.reference_timing WHERE true ON CONFLICT DO NOTHING
