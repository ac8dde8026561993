// SPDX-License-Identifier: MIT
// A session: one kernel, one problem, one or more devices of a kind, from candidates to the best
// config in the store. Start reading in session.cpp.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "tuner/pruning/deferred_configs.hpp"
#include "tuner/search/strategy.hpp"
#include "tuner/session/session_time.hpp"
#include "tuner/session/steady_round.hpp"
#include "tuner/session/task.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

/// What a session reports while it works.
struct Progress {
    std::size_t tried = 0;                 // configs, those of earlier runs included
    std::size_t reused = 0;                // of these, reused from earlier runs
    std::optional<std::size_t> max_evals;  // the limit of configs
    std::size_t wrong = 0, failed = 0;
    std::size_t devices = 1;  // active
    std::optional<Trial> best;
    std::string phase;                             // "searching", "measuring the finalists", …
    std::chrono::nanoseconds elapsed{0};           // in all turns of the session
    std::optional<std::chrono::nanoseconds> left;  // of this turn
};

/// The result of a session.
struct TuningResult {
    Run run;
    std::optional<Trial> best;      // the finalist that was chosen
    std::vector<Trial> tied;        // with it
    std::optional<Trial> defaults;  // the kernel's default config, timed beside it
    SteadyRanking steady;           // by the objective, where it is not the time
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
    bool was_too_short = false;                 // the time was over before a config was tried
    std::string given_up;                       // why it ended early: all failed alike
    std::string failure;                        // the message of the last config that failed
    std::size_t devices = 1;                    // that shared the work
    std::vector<LocalDevice> excluded;          // that differed too much to share it
    std::vector<std::string> failures;          // messages of devices that failed
};

using ProgressCallback = std::function<void(const Progress&)>;

/// What a turn came to.
struct TurnResult {
    std::optional<Trial> best;   // of the session so far
    bool was_too_short = false;  // the time was over before a config was tried
    bool is_done = false;        // there is nothing more to search
    std::size_t tried = 0;       // in the session so far
    std::optional<ReferenceTiming> reference;
};

/// Between two turns what the session has asked for is built, and waits.
class Session {
  public:
    /// All must outlive it.
    Session(const Task& task, Store& store, const ProgressCallback& on_progress,
            const std::atomic<bool>& stop);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Has the configs built that the first turn begins with.
    void prepare();
    /// Every trial is committed when it ends; `stop` ends the turn early with nothing lost.
    TurnResult run(const SessionTurn& turn);
    /// Ends its run.
    TuningResult finish();

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// What follows on the search of a task.
Finals finals_of(const Task& task);

/// A session of one turn, which lasts as the task says.
TuningResult tune(const Task& task, Store& store, const ProgressCallback& on_progress,
                  const std::atomic<bool>& stop);

}  // namespace hone
