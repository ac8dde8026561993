-- SPDX-License-Identifier: MIT
-- The configs that a run has in flight.
SELECT * FROM in_flight WHERE run_id = :run_id ORDER BY since, config
