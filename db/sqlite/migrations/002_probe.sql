-- SPDX-License-Identifier: MIT
-- Version 2: measured properties of a device: its peak rates, the cost of unfavorable access
-- patterns, and limits that its driver does not report. All measurements are kept; the fastest
-- counts, or the newest if the value is not a speed.

-- One figure, or one point of a sweep.
CREATE TABLE probe (
    id        TEXT PRIMARY KEY CHECK (length(id) = 32),
    device_id TEXT NOT NULL REFERENCES device,
    name      TEXT NOT NULL CHECK (name <> ''),
    point     REAL NOT NULL,                      -- position on a sweep; 0 for a single figure
    value     REAL NOT NULL CHECK (value >= 0),   -- the best of all variants
    unit      TEXT NOT NULL,                      -- 'B/s', 'FLOP/s', 'ns', 'B'; '' for yes (1) and no (0)
    how       TEXT NOT NULL,                      -- the variant that reached it
    samples   BLOB NOT NULL CHECK (length(samples) % 8 = 0),  -- its times, in the format of a trial
    tool      TEXT NOT NULL,                      -- the measuring tool and its version
    at        INTEGER NOT NULL,
    message   TEXT NOT NULL,                      -- why there is no value
    CONSTRAINT "a probe found something, or says why not" CHECK (value > 0 OR message <> '')
) STRICT;
CREATE INDEX probe_of_device ON probe (device_id, name, point, at);
