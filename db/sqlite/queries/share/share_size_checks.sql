-- SPDX-License-Identifier: MIT
-- Removes messages of compilers and drivers, which name files. The outcome suffices, and whether
-- the device was the cause (see views.sql).
UPDATE size_check SET message = iif(outcome = 'ok', '', outcome || iif(message GLOB '* gave -[24567]', substr(message, -8), '')) WHERE message <> ''
