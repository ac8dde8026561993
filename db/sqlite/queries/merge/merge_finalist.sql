-- SPDX-License-Identifier: MIT
-- Ends of runs that are new here.
INSERT INTO main.finalist SELECT * FROM other.finalist WHERE true ON CONFLICT DO NOTHING
