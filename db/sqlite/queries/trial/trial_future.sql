-- SPDX-License-Identifier: MIT
-- The same for the trials of one key, where this clock was wrong.
UPDATE trial SET started = :now
WHERE started > :now AND run_id IN (
    SELECT id FROM run
    WHERE device_id = :device_id AND kernel_id = :kernel_id AND precision = :precision
      AND problem = :problem AND conditions = :conditions)
