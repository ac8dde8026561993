-- SPDX-License-Identifier: MIT
-- Copies new finalists.
INSERT INTO main.finalist SELECT * FROM other.finalist WHERE true ON CONFLICT DO NOTHING
