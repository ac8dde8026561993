-- SPDX-License-Identifier: MIT
-- Removes messages of compilers and drivers, which name files; whether there is a value suffices.
UPDATE probe SET message = iif(value > 0, '', 'not measured') WHERE message <> ''
