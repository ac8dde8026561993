-- SPDX-License-Identifier: MIT
-- Version 6: the times of all configs, available without a search through trials. They are used to
-- estimate times of problems that were not tuned.

-- The materialized view `timed`, rebuilt together with `tuned`.
CREATE TABLE timing (
    device_id  TEXT NOT NULL REFERENCES device,
    kernel_id  TEXT NOT NULL REFERENCES kernel,
    precision  TEXT NOT NULL,
    problem    TEXT NOT NULL,
    conditions TEXT NOT NULL,
    config     TEXT NOT NULL,
    chosen     INTEGER NOT NULL CHECK (chosen IN (0, 1)),  -- by a finished run
    median_ns  REAL NOT NULL CHECK (median_ns > 0),
    tool       TEXT NOT NULL,
    uuid       TEXT NOT NULL,
    seal       TEXT NOT NULL,
    PRIMARY KEY (device_id, kernel_id, precision, problem, conditions, config)
) STRICT, WITHOUT ROWID;
