-- SPDX-License-Identifier: MIT
-- Copies new measurements under sustained load.
INSERT INTO main.steady_timing SELECT * FROM other.steady_timing WHERE true ON CONFLICT DO NOTHING
