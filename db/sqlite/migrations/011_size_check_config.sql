-- SPDX-License-Identifier: MIT
-- Version 11: the size checks of a config, and those that failed, are found without reading all of them. That was
-- most of what the end of a run took, and grew with the database.

DROP VIEW IF EXISTS right_elsewhere;

CREATE INDEX size_check_config ON size_check (config);
CREATE INDEX size_check_wrong ON size_check (run_id, config) WHERE outcome <> 'ok';
