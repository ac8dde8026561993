-- SPDX-License-Identifier: MIT
-- Messages of compilers and drivers name files; the outcome says enough, and whether the device
-- was at fault, or a check at another size took too long (see views.sql).
UPDATE trial SET message = CASE
    WHEN outcome = 'ok' THEN ''
    WHEN message GLOB '* gave -[24567]' THEN outcome || substr(message, -8)
    WHEN message GLOB 'right here, timeout at *' THEN 'right here, timeout at another size'
    ELSE outcome
END
WHERE message <> ''
