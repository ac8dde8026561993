-- SPDX-License-Identifier: MIT
-- Removes the reasons for missing energy, which may name files of the host.
UPDATE steady_timing SET message = 'not measured' WHERE message <> ''
