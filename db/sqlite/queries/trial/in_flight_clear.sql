-- SPDX-License-Identifier: MIT
-- A run has no config in flight any more.
DELETE FROM in_flight WHERE run_id = :run_id
