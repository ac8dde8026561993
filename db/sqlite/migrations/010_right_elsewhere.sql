-- SPDX-License-Identifier: MIT
-- Version 10: what is known of the time of a config says whether the config was right at other sizes, too.
-- Applications are told of no others for a problem that was not tuned; the time model learns from all.

DROP VIEW IF EXISTS timed;
DROP TABLE timing;

-- The view `timed`, kept: made anew together with `tuned`.
CREATE TABLE timing (
    device_id       TEXT NOT NULL REFERENCES device,
    kernel_id       TEXT NOT NULL REFERENCES kernel,
    precision       TEXT NOT NULL,
    problem         TEXT NOT NULL,
    conditions      TEXT NOT NULL,
    config          TEXT NOT NULL,
    chosen          INTEGER NOT NULL CHECK (chosen IN (0, 1)),  -- by a run that came to its end
    right_elsewhere INTEGER NOT NULL CHECK (right_elsewhere IN (0, 1)),
    median_ns       REAL NOT NULL CHECK (median_ns > 0),
    tool            TEXT NOT NULL,
    uuid            TEXT NOT NULL,
    seal            TEXT NOT NULL,
    PRIMARY KEY (device_id, kernel_id, precision, problem, conditions, config)
) STRICT, WITHOUT ROWID;
