-- SPDX-License-Identifier: MIT
-- Copies new audits.
INSERT INTO main.audit SELECT * FROM other.audit WHERE true ON CONFLICT DO NOTHING
