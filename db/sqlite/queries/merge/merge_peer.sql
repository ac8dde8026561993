-- SPDX-License-Identifier: MIT
-- Times of others that are new here.
INSERT INTO main.peer SELECT * FROM other.peer WHERE true ON CONFLICT DO NOTHING
