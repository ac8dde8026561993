-- SPDX-License-Identifier: MIT
-- Version 5: tables, columns, indexes and words get the usual terms of the field. The rows are
-- unchanged, and so are their ids and seals, which are hashes of values and not of names. One word
-- changes: the verdict `put off` is now `deferred`; no id or seal includes it.

DROP VIEW IF EXISTS quarantine;
DROP VIEW IF EXISTS best;
DROP VIEW IF EXISTS disproved;
DROP VIEW IF EXISTS chosen;
DROP VIEW IF EXISTS standing;
DROP VIEW IF EXISTS landscape;

ALTER TABLE trial RENAME COLUMN place TO location;
DROP INDEX run_subject;
CREATE INDEX run_key ON run (device_id, kernel_id, precision, problem, conditions);

-- The check of a chosen config at another size: small sizes, primes, one more or one less than a
-- tile.
CREATE TABLE size_check (
    id      TEXT PRIMARY KEY CHECK (length(id) = 32),
    run_id  TEXT NOT NULL REFERENCES run,
    config  TEXT NOT NULL CHECK (json_valid(config)),
    problem TEXT NOT NULL CHECK (json_valid(problem)),
    outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'wrong', 'rejected', 'build', 'launch', 'timeout', 'crash')),
    message TEXT NOT NULL,
    at      INTEGER NOT NULL,
    CONSTRAINT "a failed size check says why" CHECK (outcome = 'ok' OR message <> '')
) STRICT;
INSERT INTO size_check SELECT * FROM proof;
DROP TABLE proof;
CREATE INDEX size_check_run ON size_check (run_id);

-- The time of another library, such as CLBlast, for the same problem in the same run.
CREATE TABLE reference_timing (
    id        TEXT PRIMARY KEY CHECK (length(id) = 32),
    run_id    TEXT NOT NULL REFERENCES run,
    name      TEXT NOT NULL CHECK (name <> ''),
    version   TEXT NOT NULL,
    clock     TEXT NOT NULL CHECK (clock IN ('device', 'host', 'unknown')),
    at        INTEGER NOT NULL,
    samples   BLOB NOT NULL CHECK (length(samples) % 8 = 0),
    median_ns REAL CHECK (median_ns > 0),
    low_ns    REAL CHECK (low_ns <= median_ns),
    high_ns   REAL CHECK (high_ns >= median_ns),
    coverage  REAL CHECK (coverage BETWEEN 0 AND 1),
    message   TEXT NOT NULL,  -- why the time is missing
    CONSTRAINT "a reference's median comes from samples" CHECK ((median_ns IS NULL) = (length(samples) = 0)),
    CONSTRAINT "a reference has a time or says why not" CHECK (median_ns IS NOT NULL OR message <> '')
) STRICT;
INSERT INTO reference_timing SELECT * FROM peer;
DROP TABLE peer;
CREATE INDEX reference_timing_run ON reference_timing (run_id);

-- Configs that are being tried. A row whose process is gone names the likely cause of its death.
CREATE TABLE in_flight (
    run_id TEXT NOT NULL REFERENCES run,
    config TEXT NOT NULL CHECK (json_valid(config)),
    stage  TEXT NOT NULL CHECK (stage IN ('build', 'run')),
    since  INTEGER NOT NULL,
    PRIMARY KEY (run_id, config)
) STRICT, WITHOUT ROWID;
INSERT INTO in_flight SELECT * FROM flight;
DROP TABLE flight;

-- The number of candidates that a rule rejected or deferred in a run.
CREATE TABLE pruned_by_rule (
    run_id  TEXT NOT NULL REFERENCES run,
    rule    TEXT NOT NULL CHECK (rule <> ''),
    verdict TEXT NOT NULL CHECK (verdict IN ('rejected', 'deferred')),
    count   INTEGER NOT NULL CHECK (count >= 0),
    reason  TEXT NOT NULL,  -- for one of them
    PRIMARY KEY (run_id, rule)
) STRICT, WITHOUT ROWID;
INSERT INTO pruned_by_rule
SELECT run_id, rule, iif(verdict = 'put off', 'deferred', verdict), count, reason FROM pruned;
DROP TABLE pruned;
ALTER TABLE pruned_by_rule RENAME TO pruned;
