-- SPDX-License-Identifier: MIT
-- Version 2: what a device was found to give when it was asked: its ceilings, the cost of awkward
-- access, and limits that its driver does not tell. Each asking stays; the newest answer counts.

-- One figure, or one point of a sweep.
CREATE TABLE probe (
    id        TEXT PRIMARY KEY CHECK (length(id) = 32),
    device_id TEXT NOT NULL REFERENCES device,
    name      TEXT NOT NULL CHECK (name <> ''),
    point     REAL NOT NULL,                      -- where on a sweep; 0 for a single figure
    value     REAL NOT NULL CHECK (value >= 0),   -- the best that any way reached
    unit      TEXT NOT NULL,                      -- 'B/s', 'FLOP/s', 'ns', 'B'; '' for yes (1) and no (0)
    how       TEXT NOT NULL,                      -- the way that reached it
    samples   BLOB NOT NULL CHECK (length(samples) % 8 = 0),  -- its times, as a trial's
    tool      TEXT NOT NULL,                      -- what measured, with its version
    at        INTEGER NOT NULL,
    message   TEXT NOT NULL,                      -- why there is nothing
    CONSTRAINT "a probe found something, or says why not" CHECK (value > 0 OR message <> '')
) STRICT;
CREATE INDEX probe_of_device ON probe (device_id, name, point, at);
