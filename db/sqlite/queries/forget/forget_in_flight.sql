-- SPDX-License-Identifier: MIT
-- Of one run, which is removed: what it has in flight.
DELETE FROM in_flight WHERE run_id = :run_id
