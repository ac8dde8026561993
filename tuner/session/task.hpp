// SPDX-License-Identifier: MIT
// The task of a session, and the data with which it begins.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "db/store/sustained_timing.hpp"
#include "tuner/evaluation/size_checks.hpp"
#include "tuner/search/search_problem.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

/// What to tune, and when to end the search.
struct Task {
    BenchSetup setup;
    Timeouts timeouts;
    std::string strategy;
    Objective objective = Objective::time;  // the search itself always minimizes time
    std::optional<std::size_t> max_evals;   // configs, including those of earlier runs
    std::optional<std::chrono::nanoseconds> time_limit;
    std::optional<double> target;       // stop at this fraction of the expected optimum
    bool stops_when_converged = false;  // ends the search when little gain is expected
    bool transfer = true;               // learn from other devices and sizes in the store
    std::size_t audit = 0;              // deferred configs to time for an audit of the rules
    bool resume = true;                 // reuse the trials of earlier runs with the same key
    bool forced = false;                // rules are applied, but exclude no config
    std::vector<Constraint> where;      // additional constraints
    Shard shard;                        // the part of the candidates that this session searches
    std::shared_ptr<const Candidates> candidates;  // if they are already known
    std::vector<LocalDevice> other_devices;        // of the same kind, to share the work with
    std::string command;                           // the command line that repeats this task
    BenchFactory make_bench = open_remote_bench;
    std::shared_ptr<PassedChecks> passed_checks = std::make_shared<PassedChecks>();
};

/// A part of a session's time. A kernel that competes with others gets several turns.
struct SessionTurn {
    std::optional<std::chrono::nanoseconds> limit = {};  // of the search and the finals
    std::optional<Deadline> end = {};                    // cancels work that is still running
    std::chrono::milliseconds for_first_result{0};       // extends `end` while no config has run
    double incumbent_ns = 0;                             // a time that another kernel has reached
    std::optional<ReferenceTiming> reference = {};  // of CLBlast, if another session has timed it
    enum class Part { search, finals, all } part = Part::all;
    bool yields = false;  // the turn ends when all requested configs are still being built
};

/// The part of the candidates that this session searches.
std::shared_ptr<const Candidates> candidates_of(const Task& task);

/// The run as it is stored, except for its device.
Run run_template_of(const Task& task, Store& store, const Candidates& candidates);

/// The search problem that the task's strategy gets.
SearchProblem search_problem_of(const Task& task, Store& store, const Candidates& candidates);

}  // namespace hone
