-- SPDX-License-Identifier: MIT
-- Deletes the rows of `timing` for one key.
DELETE FROM timing
WHERE device_id = :device_id AND kernel_id = :kernel_id AND precision = :precision
  AND problem = :problem AND conditions = :conditions
