-- SPDX-License-Identifier: MIT
-- Removes messages of compilers and drivers, which name files. The outcome suffices, and whether
-- the device was the cause, or a check at another size took too long (see views.sql).
UPDATE trial SET message = CASE
    WHEN outcome = 'ok' THEN ''
    WHEN message GLOB '* gave -[24567]' THEN outcome || substr(message, -8)
    WHEN message GLOB 'right here, timeout at *' THEN 'right here, timeout at another size'
    ELSE outcome
END
WHERE message <> ''
