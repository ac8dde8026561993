-- SPDX-License-Identifier: MIT
-- Proofs that are new here.
INSERT INTO main.proof SELECT * FROM other.proof WHERE true ON CONFLICT DO NOTHING
