-- SPDX-License-Identifier: MIT
-- Version 1 of a hone database: one table per kind of row. Ids are hashes of a row's content, so
-- two databases merge by INSERT OR IGNORE. Times are milliseconds since 1970 (UTC); the names of
-- durations include their unit. A zero in a device's or a trial's figures means unknown.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('created', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));

-- A device model under one driver. Equal boards share one row: a run stores which of them it used.
CREATE TABLE device (
    id                  TEXT PRIMARY KEY CHECK (length(id) = 32),
    name                TEXT NOT NULL CHECK (name <> ''),
    board               TEXT NOT NULL,
    vendor              TEXT NOT NULL,
    platform            TEXT NOT NULL,
    platform_version    TEXT NOT NULL,
    driver              TEXT NOT NULL,
    opencl_version      TEXT NOT NULL,
    type                TEXT NOT NULL CHECK (type IN ('gpu', 'cpu', 'accelerator', 'other')),
    architecture        TEXT NOT NULL,
    vendor_id           INTEGER NOT NULL,
    compute_units       INTEGER NOT NULL CHECK (compute_units >= 0),
    clock_mhz           INTEGER NOT NULL CHECK (clock_mhz >= 0),
    global_memory       INTEGER NOT NULL,
    max_allocation      INTEGER NOT NULL,
    cache               INTEGER NOT NULL CHECK (cache >= 0),
    local_memory        INTEGER NOT NULL CHECK (local_memory >= 0),
    local_is_dedicated  INTEGER NOT NULL CHECK (local_is_dedicated IN (0, 1)),
    constant_memory     INTEGER NOT NULL CHECK (constant_memory >= 0),
    max_work_group      INTEGER NOT NULL CHECK (max_work_group >= 0),
    max_items_x         INTEGER NOT NULL CHECK (max_items_x >= 0),
    max_items_y         INTEGER NOT NULL CHECK (max_items_y >= 0),
    max_items_z         INTEGER NOT NULL CHECK (max_items_z >= 0),
    preferred_multiple  INTEGER NOT NULL CHECK (preferred_multiple >= 0),
    warp                INTEGER NOT NULL CHECK (warp >= 0),
    registers           INTEGER NOT NULL CHECK (registers >= 0),
    timer_resolution_ns INTEGER NOT NULL CHECK (timer_resolution_ns >= 0),
    half                INTEGER NOT NULL CHECK (half IN (0, 1)),
    fp64                INTEGER NOT NULL CHECK (fp64 IN (0, 1)),
    extensions          TEXT NOT NULL
) STRICT;

-- One implementation of a routine. Its texts are stored, so a result stays valid after an edit.
CREATE TABLE kernel (
    id          TEXT PRIMARY KEY CHECK (length(id) = 32),
    name        TEXT NOT NULL CHECK (name <> ''),
    routine     TEXT NOT NULL CHECK (routine <> ''),
    source      TEXT NOT NULL,
    space       TEXT NOT NULL,
    source_hash TEXT NOT NULL CHECK (length(source_hash) = 64),
    space_hash  TEXT NOT NULL CHECK (length(space_hash) = 64)
) STRICT;

-- One session with one kernel on one board for one problem.
CREATE TABLE run (
    id         TEXT PRIMARY KEY CHECK (length(id) = 32),
    device_id  TEXT NOT NULL REFERENCES device,
    kernel_id  TEXT NOT NULL REFERENCES kernel,
    precision  TEXT NOT NULL CHECK (precision <> ''),
    problem    TEXT NOT NULL CHECK (json_valid(problem)),     -- its arguments, sorted by name
    -- conditions: other influences on a time, such as cache and build options
    conditions TEXT NOT NULL CHECK (json_valid(conditions)),
    strategy   TEXT NOT NULL,
    seed       INTEGER NOT NULL,
    options    TEXT NOT NULL CHECK (json_valid(options)),     -- without influence on times: budgets
    -- candidates: a count that may exceed 64 bits; '' unknown
    candidates TEXT NOT NULL CHECK (candidates NOT GLOB '*[^0-9]*'),
    clock      TEXT NOT NULL CHECK (clock IN ('device', 'host', 'unknown')),  -- of the times
    tool       TEXT NOT NULL,     -- the measuring tool and its version
    command    TEXT NOT NULL,     -- the command line that repeats the run
    host       TEXT NOT NULL,
    pid        INTEGER NOT NULL,
    pci        TEXT NOT NULL,
    uuid       TEXT NOT NULL,
    started    INTEGER NOT NULL,
    ended      INTEGER NOT NULL,  -- 0 while it runs
    state      TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted')),
    source     TEXT NOT NULL CHECK (source IN ('local', 'import')),  -- measured or imported
    origin     TEXT NOT NULL,     -- the imported file; '' for local measurements
    CONSTRAINT "a run has ended exactly when it is not running" CHECK ((state = 'running') = (ended = 0)),
    CONSTRAINT "what is imported says from where" CHECK (source = 'local' OR origin <> '')
) STRICT;
CREATE INDEX run_subject ON run (device_id, kernel_id, precision, problem, conditions);

-- One execution of a config and its outcome.
CREATE TABLE trial (
    id                  TEXT PRIMARY KEY CHECK (length(id) = 32),
    run_id              TEXT NOT NULL REFERENCES run,
    ordinal             INTEGER NOT NULL CHECK (ordinal >= 0),
    config              TEXT NOT NULL CHECK (json_valid(config)),  -- parameters in declared order
    purpose             TEXT NOT NULL CHECK (purpose IN ('search', 'default', 'audit', 'final', 'check', 'ladder',
                                                         'transfer')),
    outcome             TEXT NOT NULL CHECK (outcome IN ('ok', 'wrong', 'rejected', 'build', 'launch', 'timeout',
                                                         'crash', 'clock')),
    started             INTEGER NOT NULL,
    -- expected values
    work_group          INTEGER NOT NULL CHECK (work_group >= 0),
    launches            TEXT NOT NULL CHECK (launches = '' OR json_valid(launches)),
    local_memory        INTEGER NOT NULL CHECK (local_memory >= 0),
    registers_expected  INTEGER NOT NULL CHECK (registers_expected >= 0),
    flops               REAL NOT NULL CHECK (flops >= 0),
    bytes               REAL NOT NULL CHECK (bytes >= 0),
    -- the build, as the driver reports it
    build_ms            REAL NOT NULL CHECK (build_ms >= 0),
    registers           INTEGER NOT NULL CHECK (registers >= 0),
    spills              INTEGER NOT NULL CHECK (spills >= 0),          -- bytes
    private_memory      INTEGER NOT NULL CHECK (private_memory >= 0),  -- bytes per work-item
    local_memory_used   INTEGER NOT NULL CHECK (local_memory_used >= 0),
    max_work_group      INTEGER NOT NULL CHECK (max_work_group >= 0),
    -- the time: all samples in nanoseconds as little-endian int64, and their statistics
    samples             BLOB NOT NULL CHECK (length(samples) % 8 = 0),
    median_ns           REAL CHECK (median_ns >= 0),
    low_ns              REAL CHECK (low_ns <= median_ns),
    high_ns             REAL CHECK (high_ns >= median_ns),
    coverage            REAL CHECK (coverage BETWEEN 0 AND 1),
    -- the check
    checked_with        TEXT NOT NULL,  -- '' if not checked
    error               REAL NOT NULL CHECK (error >= 0),  -- maximum relative to the bound
    wrong_elements      INTEGER NOT NULL CHECK (wrong_elements >= 0),
    place               TEXT NOT NULL,  -- where the result is wrong
    nondeterministic    INTEGER NOT NULL CHECK (nondeterministic IN (0, 1)),
    reference_at_fault  INTEGER NOT NULL CHECK (reference_at_fault IN (0, 1)),
    message             TEXT NOT NULL,
    UNIQUE (run_id, ordinal),
    CONSTRAINT "a median comes from samples" CHECK ((median_ns IS NULL) = (length(samples) = 0)),
    CONSTRAINT "an ok trial has samples and a positive time"
        CHECK (outcome <> 'ok' OR (length(samples) > 0 AND low_ns > 0)),
    CONSTRAINT "an ok trial's error is within what is allowed" CHECK (outcome <> 'ok' OR error <= 1),
    CONSTRAINT "a wrong trial says where, and who says so"
        CHECK (outcome <> 'wrong' OR (place <> '' AND checked_with <> '')),
    CONSTRAINT "a failed trial says why" CHECK (outcome = 'ok' OR message <> '')
) STRICT;
CREATE INDEX trial_wrong ON trial (run_id, config) WHERE outcome = 'wrong';

-- The check of a chosen config at another size: small sizes, primes, one more or one less than a
-- tile.
CREATE TABLE proof (
    id      TEXT PRIMARY KEY CHECK (length(id) = 32),
    run_id  TEXT NOT NULL REFERENCES run,
    config  TEXT NOT NULL CHECK (json_valid(config)),
    problem TEXT NOT NULL CHECK (json_valid(problem)),
    outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'wrong', 'rejected', 'build', 'launch', 'timeout', 'crash')),
    message TEXT NOT NULL,
    at      INTEGER NOT NULL,
    CONSTRAINT "a failed proof says why" CHECK (outcome = 'ok' OR message <> '')
) STRICT;
CREATE INDEX proof_run ON proof (run_id);

-- The finalists of a run, measured again in an interleaved comparison. Rank 1 is the chosen one.
CREATE TABLE finalist (
    run_id   TEXT NOT NULL REFERENCES run,
    trial_id TEXT NOT NULL REFERENCES trial,
    rank     INTEGER NOT NULL CHECK (rank >= 1),
    tied     INTEGER NOT NULL CHECK (tied IN (0, 1)),  -- not distinguishable from the fastest
    PRIMARY KEY (run_id, trial_id),
    UNIQUE (run_id, rank)
) STRICT, WITHOUT ROWID;
CREATE INDEX finalist_trial ON finalist (trial_id);

-- A trial of a config that soft rules had deferred: one row per rule.
CREATE TABLE audit (
    trial_id TEXT NOT NULL REFERENCES trial,
    rule     TEXT NOT NULL CHECK (rule <> ''),
    PRIMARY KEY (trial_id, rule)
) STRICT, WITHOUT ROWID;

-- The number of candidates that a rule rejected or deferred in a run.
CREATE TABLE pruned (
    run_id  TEXT NOT NULL REFERENCES run,
    rule    TEXT NOT NULL CHECK (rule <> ''),
    verdict TEXT NOT NULL CHECK (verdict IN ('rejected', 'put off')),
    count   INTEGER NOT NULL CHECK (count >= 0),
    reason  TEXT NOT NULL,  -- for one of them
    PRIMARY KEY (run_id, rule)
) STRICT, WITHOUT ROWID;

-- The time of another library for the same problem in the same run, such as CLBlast.
CREATE TABLE peer (
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
    CONSTRAINT "a peer's median comes from samples" CHECK ((median_ns IS NULL) = (length(samples) = 0)),
    CONSTRAINT "a peer has a time or says why not" CHECK (median_ns IS NOT NULL OR message <> '')
) STRICT;
CREATE INDEX peer_run ON peer (run_id);

-- One fixed config, timed repeatedly: shows how the device drifts.
CREATE TABLE sentinel (
    id        TEXT PRIMARY KEY CHECK (length(id) = 32),
    run_id    TEXT NOT NULL REFERENCES run,
    at        INTEGER NOT NULL,
    config    TEXT NOT NULL CHECK (json_valid(config)),
    samples   BLOB NOT NULL CHECK (length(samples) > 0 AND length(samples) % 8 = 0),
    median_ns REAL NOT NULL CHECK (median_ns > 0),
    low_ns    REAL NOT NULL CHECK (low_ns <= median_ns),
    high_ns   REAL NOT NULL CHECK (high_ns >= median_ns),
    coverage  REAL NOT NULL CHECK (coverage BETWEEN 0 AND 1)
) STRICT;
CREATE INDEX sentinel_run ON sentinel (run_id);

-- Configs that are being tried. A row whose program is gone names the likely cause of its end.
CREATE TABLE flight (
    run_id TEXT NOT NULL REFERENCES run,
    config TEXT NOT NULL CHECK (json_valid(config)),
    stage  TEXT NOT NULL CHECK (stage IN ('build', 'run')),
    since  INTEGER NOT NULL,
    PRIMARY KEY (run_id, config)
) STRICT, WITHOUT ROWID;

-- Each crash of a worker, or of the whole program, by a config.
CREATE TABLE kill (
    id     TEXT PRIMARY KEY CHECK (length(id) = 32),
    run_id TEXT NOT NULL REFERENCES run,
    config TEXT NOT NULL CHECK (json_valid(config)),
    cause  TEXT NOT NULL CHECK (cause IN ('crash', 'timeout', 'orphaned')),
    why    TEXT NOT NULL,
    at     INTEGER NOT NULL
) STRICT;
CREATE INDEX kill_config ON kill (config);
