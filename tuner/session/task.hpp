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
#include "tuner/evaluation/size_checks.hpp"
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
    std::size_t audit = 0;          // how many deferred configs to time for an audit of the rules
    bool resume = true;             // reuse the trials of earlier runs with the same key
    bool forced = false;            // rules are applied, but exclude nothing
    std::vector<Constraint> where;  // additional constraints
    Shard shard;                    // the part of the candidates that this session searches
    std::shared_ptr<const Candidates> candidates;  // where they have been made
    std::vector<LocalDevice>
        other_devices;    // more devices of the same kind, to share the work with
    std::string command;  // the command line that repeats it
    BenchFactory make_bench = open_remote_bench;
    std::shared_ptr<PassedChecks> passed_checks = std::make_shared<PassedChecks>();
};

/// A part of a session's time. A kernel that competes with others has one turn after the other.
struct SessionTurn {
    std::optional<std::chrono::nanoseconds> limit = {};  // of the search and what follows on it
    std::optional<Deadline> end = {};                    // what is still at work then is given up
    std::chrono::milliseconds for_first_result{0};       // how much later, while no config has run
    double incumbent_ns = 0;                             // a time that another kernel has reached
    std::optional<ReferenceTiming> reference =
        {};  // of CLBlast, where another session has timed it
    enum class Part { search, finals, all } part = Part::all;
    bool yields = false;  // it ends when all that it asked for is still being built
};

/// The part of the candidates that the session searches.
std::shared_ptr<const Candidates> candidates_of(const Task& task);

/// The run as it is stored, but for its device.
Run draft_of(const Task& task, Store& store, const Candidates& candidates);

/// What its strategy knows.
SearchProblem search_problem_of(const Task& task, Store& store, const Candidates& candidates);

}  // namespace hone
