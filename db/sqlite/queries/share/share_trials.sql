-- SPDX-License-Identifier: MIT
-- Removes messages of compilers and drivers, which name files; the outcome suffices.
UPDATE trial SET message = iif(outcome = 'ok', '', outcome) WHERE message <> ''
