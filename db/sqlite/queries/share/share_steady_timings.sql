-- SPDX-License-Identifier: MIT
-- Why there is no energy may name files of the host.
UPDATE steady_timing SET message = 'not measured' WHERE message <> ''
