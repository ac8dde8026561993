-- SPDX-License-Identifier: MIT
-- Answers of devices that are new here.
INSERT INTO main.probe SELECT * FROM other.probe WHERE true ON CONFLICT DO NOTHING
