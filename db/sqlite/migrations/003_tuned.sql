-- SPDX-License-Identifier: MIT
-- Version 3: the data that an application needs when it starts, without a search through trials.

-- A kernel's launches and limits, read by db/recipe/recipe.hpp. `at`: when a tool last had these
-- texts.
CREATE TABLE recipe (
    kernel_id TEXT PRIMARY KEY REFERENCES kernel,
    text      TEXT NOT NULL CHECK (text <> ''),
    at        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The materialized view `best`. When a run ends, it is updated for the run's problem and for the
-- problems whose best the run found wrong. A merge rebuilds it completely.
CREATE TABLE tuned (
    device_id  TEXT NOT NULL REFERENCES device,
    kernel_id  TEXT NOT NULL REFERENCES kernel,
    precision  TEXT NOT NULL,
    problem    TEXT NOT NULL,
    conditions TEXT NOT NULL,
    config     TEXT NOT NULL,
    trial_id   TEXT NOT NULL REFERENCES trial,
    chosen     INTEGER NOT NULL CHECK (chosen IN (0, 1)),  -- by a finished run
    median_ns  REAL NOT NULL CHECK (median_ns > 0),
    at         INTEGER NOT NULL,
    tool       TEXT NOT NULL,
    uuid       TEXT NOT NULL,
    PRIMARY KEY (device_id, kernel_id, precision, problem, conditions)
) STRICT, WITHOUT ROWID;

-- A few configs that serve many problems of a routine: their time for each problem, and the time of
-- the problem's own best.
CREATE TABLE cover (
    device_id TEXT NOT NULL REFERENCES device,
    kernel_id TEXT NOT NULL REFERENCES kernel,
    precision TEXT NOT NULL,
    config    TEXT NOT NULL CHECK (json_valid(config)),
    problem   TEXT NOT NULL CHECK (json_valid(problem)),
    median_ns REAL NOT NULL CHECK (median_ns > 0),
    best_ns   REAL NOT NULL CHECK (best_ns > 0),
    at        INTEGER NOT NULL,
    PRIMARY KEY (device_id, kernel_id, precision, config, problem)
) STRICT, WITHOUT ROWID;
