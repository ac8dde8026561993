-- SPDX-License-Identifier: MIT
-- Deletes the rows of `tuned` for one key.
DELETE FROM tuned
WHERE device_id = :device_id AND kernel_id = :kernel_id AND precision = :precision
  AND problem = :problem AND conditions = :conditions
