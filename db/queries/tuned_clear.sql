-- SPDX-License-Identifier: MIT
-- Forgets what is kept of the view `best`; an empty word leaves open what it would narrow.
DELETE FROM tuned WHERE :device_id IN ('', device_id) AND :kernel_id IN ('', kernel_id)
