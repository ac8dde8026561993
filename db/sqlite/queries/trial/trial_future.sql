-- SPDX-License-Identifier: MIT
-- Sets trials of one key that are dated in the future to the current time: the local clock was
-- wrong.
UPDATE trial SET started = :now
WHERE started > :now AND run_id IN (
    SELECT id FROM run
    WHERE device_id = :device_id AND kernel_id = :kernel_id AND precision = :precision
      AND problem = :problem AND conditions = :conditions)
