-- SPDX-License-Identifier: MIT
-- Version 9: time and energy of a config when runs follow each other without a gap. A trial has the
-- time of a run after idle time.

CREATE TABLE steady_timing (
    trial_id  TEXT PRIMARY KEY REFERENCES trial,
    seconds   REAL NOT NULL CHECK (seconds > 0),     -- duration of the sustained load
    run_ns    REAL NOT NULL CHECK (run_ns > 0),      -- mean time of a run
    joules    REAL NOT NULL CHECK (joules >= 0),     -- mean energy of a run; 0 if unknown
    watts     REAL NOT NULL CHECK (watts >= 0),
    clock_mhz REAL NOT NULL CHECK (clock_mhz >= 0),  -- of the compute units
    meter     TEXT NOT NULL,
    throttled TEXT NOT NULL,  -- what limited the clock
    message   TEXT NOT NULL,  -- why there is no energy
    CONSTRAINT "energy has a meter, and none has a reason" CHECK (iif(joules > 0, meter, message) <> '')
) STRICT, WITHOUT ROWID;
