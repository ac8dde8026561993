// SPDX-License-Identifier: MIT
// What a session is asked for, and what it begins with.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/store/steady_timing.hpp"
#include "db/store/store.hpp"
#include "tuner/search/search_problem.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

/// What is tuned, and when the search ends.
struct Task {
    BenchSetup setup;
    Timeouts timeouts;
    std::string strategy;
    Objective objective = Objective::time;  // the search itself goes by time, whatever it is
    std::optional<std::size_t> max_evals;   // configs, those of earlier runs included
    std::optional<std::chrono::nanoseconds> time_limit;
    std::optional<double> target;       // stop at this fraction of the expected optimum
    bool stops_when_converged = false;  // when little gain is expected
    bool transfer = true;               // learn from other devices and sizes in the store
    std::size_t audit = 0;  // how many deferred configs to time for an audit of the rules
    bool resume = true;     // reuse the trials of earlier runs with the same key
    std::int64_t began =
        0;  // when the campaign began that this is a turn of, in ms since 1970: trials
            // since then count as this session's own; 0: it stands alone
    bool has_final_round = true;    // without it the search is to go on: its run is not finished
    bool forced = false;            // rules are applied, but exclude nothing
    std::vector<Constraint> where;  // additional constraints
    Shard shard;                    // the part of the candidates that this session searches
    std::shared_ptr<const Candidates> candidates;  // where an earlier turn has made them
    std::vector<LocalDevice>
        other_devices;        // more devices of the same kind, to share the work with
    double incumbent_ns = 0;  // a time that another kernel has reached
    std::optional<ReferenceTiming>
        reference;        // of CLBlast, where another session has just timed it
    std::string command;  // the command line that repeats it
    BenchFactory make_bench = open_remote_bench;
};

/// The part of the candidates that the session searches.
std::shared_ptr<const Candidates> candidates_of(const Task& task);

/// The run as it is stored, but for its device.
Run draft_of(const Task& task, Store& store, const Candidates& candidates);

/// What its strategy knows.
SearchProblem search_problem_of(const Task& task, Store& store, const Candidates& candidates);

}  // namespace hone
