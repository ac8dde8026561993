-- SPDX-License-Identifier: MIT
-- Size checks that are new here.
INSERT INTO main.size_check SELECT * FROM other.size_check WHERE true ON CONFLICT DO NOTHING
