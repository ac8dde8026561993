-- SPDX-License-Identifier: MIT
-- Kills that are new here.
INSERT INTO main.kill SELECT * FROM other.kill WHERE true ON CONFLICT DO NOTHING
