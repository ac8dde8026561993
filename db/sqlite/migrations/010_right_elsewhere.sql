-- SPDX-License-Identifier: MIT
-- Version 10: each timing stores whether its config was also correct at other sizes. Applications
-- only get such configs for a problem that was not tuned. The time model learns from all timings.

DROP VIEW IF EXISTS timed;
DROP TABLE timing;

-- The materialized view `timed`, rebuilt together with `tuned`.
CREATE TABLE timing (
    device_id       TEXT NOT NULL REFERENCES device,
    kernel_id       TEXT NOT NULL REFERENCES kernel,
    precision       TEXT NOT NULL,
    problem         TEXT NOT NULL,
    conditions      TEXT NOT NULL,
    config          TEXT NOT NULL,
    chosen          INTEGER NOT NULL CHECK (chosen IN (0, 1)),  -- by a finished run
    right_elsewhere INTEGER NOT NULL CHECK (right_elsewhere IN (0, 1)),
    median_ns       REAL NOT NULL CHECK (median_ns > 0),
    tool            TEXT NOT NULL,
    uuid            TEXT NOT NULL,
    seal            TEXT NOT NULL,
    PRIMARY KEY (device_id, kernel_id, precision, problem, conditions, config)
) STRICT, WITHOUT ROWID;
