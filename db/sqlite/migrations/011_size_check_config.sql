-- SPDX-License-Identifier: MIT
-- Version 11: indexes to find the size checks of a config, and the failed ones, without reading all
-- of them. Reading them took most of the time at the end of a run, and grew with the database.

DROP VIEW IF EXISTS right_elsewhere;

CREATE INDEX size_check_config ON size_check (config);
CREATE INDEX size_check_wrong ON size_check (run_id, config) WHERE outcome <> 'ok';
