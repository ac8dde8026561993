-- SPDX-License-Identifier: MIT
-- Messages of compilers and drivers name files; the outcome says enough.
UPDATE trial SET message = iif(outcome = 'ok', '', outcome) WHERE message <> ''
