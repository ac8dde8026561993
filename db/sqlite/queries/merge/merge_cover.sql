-- SPDX-License-Identifier: MIT
-- Covers that are new here.
INSERT INTO main.cover SELECT * FROM other.cover WHERE true ON CONFLICT DO NOTHING
