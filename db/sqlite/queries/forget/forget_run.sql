-- SPDX-License-Identifier: MIT
-- Removes one run, of which nothing else is left.
DELETE FROM run WHERE id = :run_id
