-- SPDX-License-Identifier: MIT
-- What was measured under steady load and is new here.
INSERT INTO main.steady_timing SELECT * FROM other.steady_timing WHERE true ON CONFLICT DO NOTHING
