-- SPDX-License-Identifier: MIT
-- Removes messages about the end of workers, which name processes; the cause suffices.
UPDATE kill SET why = cause
