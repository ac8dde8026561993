-- SPDX-License-Identifier: MIT
-- Trials that are new here.
INSERT INTO main.trial SELECT * FROM other.trial WHERE true ON CONFLICT DO NOTHING
