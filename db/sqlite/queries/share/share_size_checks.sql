-- SPDX-License-Identifier: MIT
-- Messages of compilers and drivers name files; the outcome says enough, and whether the device
-- was at fault (see views.sql).
UPDATE size_check SET message = iif(outcome = 'ok', '', outcome || iif(message GLOB '* gave -[24567]', substr(message, -8), '')) WHERE message <> ''
