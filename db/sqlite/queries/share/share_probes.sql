-- SPDX-License-Identifier: MIT
-- Messages of compilers and drivers name files; that there is nothing says enough.
UPDATE probe SET message = iif(value > 0, '', 'not measured') WHERE message <> ''
