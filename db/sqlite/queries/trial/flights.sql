-- SPDX-License-Identifier: MIT
-- What a run is trying.
SELECT * FROM flight WHERE run_id = :run_id ORDER BY since, config
