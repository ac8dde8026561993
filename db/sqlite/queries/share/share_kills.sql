-- SPDX-License-Identifier: MIT
-- How a worker ended names processes; the cause says enough.
UPDATE kill SET why = cause
