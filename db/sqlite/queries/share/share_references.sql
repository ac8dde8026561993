-- SPDX-License-Identifier: MIT
-- Removes messages of libraries, which name files; whether there is a time suffices.
UPDATE reference_timing SET message = iif(median_ns IS NULL, 'not measured', '') WHERE message <> ''
