-- SPDX-License-Identifier: MIT
-- Version 12: each failure stores who is at fault. Up to version 11, only the text of its message
-- told this: OpenCL's error code at its end, or `right here, timeout at` at its beginning.
--   config      the config; also stored for what did not fail
--   device      the device or its driver was gone, or lacked memory or other resources
--   time_limit  a check at another size took too long; the result may be correct

ALTER TABLE trial ADD COLUMN at_fault TEXT NOT NULL DEFAULT 'config'
    CHECK (at_fault IN ('config', 'device', 'time_limit'));
ALTER TABLE size_check ADD COLUMN at_fault TEXT NOT NULL DEFAULT 'config'
    CHECK (at_fault IN ('config', 'device', 'time_limit'));
ALTER TABLE kill ADD COLUMN at_fault TEXT NOT NULL DEFAULT 'config'
    CHECK (at_fault IN ('config', 'device', 'time_limit'));

UPDATE trial
SET at_fault = iif(message GLOB '* gave -[24567]', 'device', 'time_limit')
WHERE outcome <> 'ok'
  AND (message GLOB '* gave -[24567]' OR
       (outcome IN ('wrong', 'timeout') AND message GLOB 'right here, timeout at *'));

UPDATE size_check
SET at_fault = iif(message GLOB '* gave -[24567]', 'device', 'time_limit')
WHERE outcome <> 'ok' AND (message GLOB '* gave -[24567]' OR outcome = 'timeout');

-- Older versions stored a timeout at another size twice: with this text, and once more without it.
UPDATE kill
SET at_fault = iif(why GLOB '* gave -[24567]', 'device', 'time_limit')
WHERE why GLOB '* gave -[24567]' OR why GLOB 'right here, timeout at *';
