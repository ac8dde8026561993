-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: what its rules kept from being tried.
DELETE FROM pruned WHERE run_id = :run_id
