-- SPDX-License-Identifier: MIT
-- Version 3: what an application asks for when it starts, at hand without looking through trials.

-- A kernel's launches and limits as db/recipe/recipe.hpp reads them. `at`: when a tool last held these texts.
CREATE TABLE recipe (
    kernel_id TEXT PRIMARY KEY REFERENCES kernel,
    text      TEXT NOT NULL CHECK (text <> ''),
    at        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The view `best`, kept: made anew, when a run ends, for its problem and for those whose best it found
-- wrong, and as a whole when databases are merged.
CREATE TABLE tuned (
    device_id  TEXT NOT NULL REFERENCES device,
    kernel_id  TEXT NOT NULL REFERENCES kernel,
    precision  TEXT NOT NULL,
    problem    TEXT NOT NULL,
    conditions TEXT NOT NULL,
    config     TEXT NOT NULL,
    trial_id   TEXT NOT NULL REFERENCES trial,
    chosen     INTEGER NOT NULL CHECK (chosen IN (0, 1)),  -- by a run that came to its end
    median_ns  REAL NOT NULL CHECK (median_ns > 0),
    at         INTEGER NOT NULL,
    tool       TEXT NOT NULL,
    uuid       TEXT NOT NULL,
    PRIMARY KEY (device_id, kernel_id, precision, problem, conditions)
) STRICT, WITHOUT ROWID;

-- A few configs that serve many problems of a routine: what each takes for each of them, beside what
-- that problem's own best takes.
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
