-- SPDX-License-Identifier: MIT
-- Times of other libraries that are new here.
INSERT INTO main.reference_timing SELECT * FROM other.reference_timing WHERE true ON CONFLICT DO NOTHING
