-- SPDX-License-Identifier: MIT
-- Messages of libraries name files; that there is no time says enough.
UPDATE reference_timing SET message = iif(median_ns IS NULL, 'not measured', '') WHERE message <> ''
