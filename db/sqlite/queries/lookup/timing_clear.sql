-- SPDX-License-Identifier: MIT
-- Forgets what is kept of the view `timed` for one key.
DELETE FROM timing
WHERE device_id = :device_id AND kernel_id = :kernel_id AND precision = :precision
  AND problem = :problem AND conditions = :conditions
