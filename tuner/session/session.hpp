// SPDX-License-Identifier: MIT
// A session: one kernel, one problem, one device, from candidates to the best config in the store.
// session.cpp is the whole program in one paragraph; start reading there.
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

/// What is to be tuned, and how far.
struct Task {
    BenchSetup setup;
    Limits limits;
    std::string strategy;
    std::optional<std::size_t> max_evals;  // configs, those of earlier runs included
    std::optional<std::chrono::nanoseconds> time_limit;
    std::optional<double> target;   // share of the expected optimum that is enough
    bool stops_itself = false;      // when hardly anything is left to gain
    bool transfer = true;           // learn from other devices and sizes in the store
    std::size_t audit = 0;          // of those that soft rules put off, to be timed all the same
    bool resume = true;             // go on from what earlier runs of the same subject measured
    bool forced = false;            // rules judge, but nothing is kept from being tried
    std::vector<Constraint> where;  // narrows the space
    Shard shard;                    // leaves a part of it to this session
    std::vector<Found> others;      // more devices of the same kind, to share the work with
    double incumbent_ns = 0;        // a time that another kernel has reached already
    std::string command;            // the line that does it again
};

/// What a session tells while it works.
struct Progress {
    std::size_t tried = 0;            // configs, those of earlier runs included
    std::size_t known = 0;            // of these, from earlier runs
    std::optional<std::size_t> goal;  // how many there will be at most
    std::size_t wrong = 0, failed = 0;
    std::size_t devices = 1;  // at work
    std::optional<Trial> best;
    std::string doing;  // "searching", "finalists", …
    std::chrono::nanoseconds elapsed{0};
    std::optional<std::chrono::nanoseconds> limit;
};

/// How a session ended.
struct Findings {
    Run run;
    std::optional<Trial> best;  // the finalist that was chosen
    std::vector<Trial> tied;    // those that cannot be told from it
    std::map<Outcome, std::size_t> outcomes;
    std::vector<Pruned> pruned;
    std::vector<Audited> audit;
    std::optional<ReferenceTiming> reference;  // CLBlast's time in this run
    std::string reference_fault;
    std::size_t tried = 0, known = 0;
    std::size_t drifts = 0;  // stretches that were measured again
    Index candidates = 0;
    std::optional<Outlook> outlook;  // what the strategy expects of the rest
    bool found_enough = false;       // it ended for that
    std::size_t devices = 1;         // that shared the work
    std::vector<Found> apart;        // that were not alike enough to share it
    std::vector<std::string> lost;   // what those said that failed
};

using Watch = std::function<void(const Progress&)>;

/// Tunes. Everything is committed when it is known; `stop` ends it early with nothing lost.
Findings tune(const Task& task, Store& store, const Watch& watch, const std::atomic<bool>& stop);

}  // namespace hone
