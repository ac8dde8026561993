// SPDX-License-Identifier: MIT
// A session: one kernel, one problem, one or more devices of a kind, from candidates to the best
// config in the store. Start reading in session.cpp.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "tuner/pruning/deferred_configs.hpp"
#include "tuner/search/strategy.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

/// What is tuned, and when the search ends.
struct Task {
    BenchSetup setup;
    Timeouts timeouts;
    std::string strategy;
    std::optional<std::size_t> max_evals;  // configs, those of earlier runs included
    std::optional<std::chrono::nanoseconds> time_limit;
    std::optional<double> target;       // stop at this fraction of the expected optimum
    bool stops_when_converged = false;  // when little gain is expected
    bool transfer = true;               // learn from other devices and sizes in the store
    std::size_t audit = 0;          // how many deferred configs to time for an audit of the rules
    bool resume = true;             // reuse the trials of earlier runs with the same key
    bool forced = false;            // rules are applied, but exclude nothing
    std::vector<Constraint> where;  // additional constraints
    Shard shard;                    // the part of the candidates that this session searches
    std::vector<LocalDevice>
        other_devices;        // more devices of the same kind, to share the work with
    double incumbent_ns = 0;  // a time that another kernel has reached
    std::string command;      // the command line that repeats it
    BenchFactory make_bench = open_remote_bench;
};

/// What a session reports while it works.
struct Progress {
    std::size_t tried = 0;                 // configs, those of earlier runs included
    std::size_t reused = 0;                // of these, reused from earlier runs
    std::optional<std::size_t> max_evals;  // the limit of configs
    std::size_t wrong = 0, failed = 0;
    std::size_t devices = 1;  // active
    std::optional<Trial> best;
    std::string phase;  // "searching", "measuring the finalists", …
    std::chrono::nanoseconds elapsed{0};
    std::optional<std::chrono::nanoseconds> limit;
};

/// The result of a session.
struct TuningResult {
    Run run;
    std::optional<Trial> best;  // the finalist that was chosen
    std::vector<Trial> tied;    // with it
    std::map<Outcome, std::size_t> outcomes;
    std::vector<Pruned> pruned;
    std::vector<RuleAudit> audit;
    std::optional<ReferenceTiming> reference;  // the time of CLBlast in this run
    std::string reference_fault;
    std::size_t tried = 0, reused = 0;
    std::size_t drifts = 0;  // how often the device drifted
    Index candidates = 0;
    std::optional<ExpectedGain> expected_gain;  // of further trials
    bool converged = false;                     // it ended because little gain was expected
    std::size_t devices = 1;                    // that shared the work
    std::vector<LocalDevice> excluded;          // that differed too much to share it
    std::vector<std::string> failures;          // messages of devices that failed
};

using ProgressCallback = std::function<void(const Progress&)>;

/// Tunes. Every trial is committed when it ends; `stop` ends the session early with nothing lost.
TuningResult tune(const Task& task, Store& store, const ProgressCallback& on_progress,
                  const std::atomic<bool>& stop);

}  // namespace hone
