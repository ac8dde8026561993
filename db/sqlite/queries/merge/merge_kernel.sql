-- SPDX-License-Identifier: MIT
-- Kernels that are new here.
INSERT INTO main.kernel SELECT * FROM other.kernel WHERE true ON CONFLICT DO NOTHING
