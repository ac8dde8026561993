-- SPDX-License-Identifier: MIT
-- Version 9: what a config takes and costs when runs follow one another without a gap. A trial has the time
-- of a run after pauses.

CREATE TABLE steady_timing (
    trial_id  TEXT PRIMARY KEY REFERENCES trial,
    seconds   REAL NOT NULL CHECK (seconds > 0),     -- of steady load that were measured
    run_ns    REAL NOT NULL CHECK (run_ns > 0),      -- of one run, in the mean
    joules    REAL NOT NULL CHECK (joules >= 0),     -- of one run, in the mean; 0 where nobody could say
    watts     REAL NOT NULL CHECK (watts >= 0),
    clock_mhz REAL NOT NULL CHECK (clock_mhz >= 0),  -- of the compute units
    meter     TEXT NOT NULL,
    throttled TEXT NOT NULL,  -- what held the clock back
    message   TEXT NOT NULL,  -- why there is no energy
    CONSTRAINT "energy has a meter, and none has a reason" CHECK (iif(joules > 0, meter, message) <> '')
) STRICT, WITHOUT ROWID;
