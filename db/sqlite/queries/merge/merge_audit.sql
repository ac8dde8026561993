-- SPDX-License-Identifier: MIT
-- Audits that are new here.
INSERT INTO main.audit SELECT * FROM other.audit WHERE true ON CONFLICT DO NOTHING
