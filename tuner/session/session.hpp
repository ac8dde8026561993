// SPDX-License-Identifier: MIT
// A session tunes one kernel for one problem on one or more devices of a kind: from the candidates
// to the best config in the store. Start reading in session.cpp.
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
#include "tuner/session/sustained_round.hpp"
#include "tuner/session/task.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

/// The progress of a session, for display.
struct Progress {
    std::size_t tried = 0;                 // configs, including those of earlier runs
    std::size_t reused = 0;                // those reused from earlier runs
    std::optional<std::size_t> max_evals;  // the limit on configs
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
    std::optional<Trial> best;      // the winning finalist
    std::vector<Trial> tied;        // as fast as the best
    std::optional<Trial> defaults;  // the kernel's default config, timed with it
    SustainedRanking sustained;     // by the objective, unless that is the time
    std::map<Outcome, std::size_t> outcomes;
    std::vector<Pruned> pruned;
    std::vector<RuleAudit> audit;
    std::optional<ReferenceTiming> reference;  // the time of CLBlast in this run
    std::string reference_fault;
    std::size_t tried = 0, reused = 0;
    /// Configs without a trial: the time limit of this run or of an earlier one cut them off.
    std::size_t cut_off = 0;
    std::size_t drifts = 0;  // how often the device drifted
    Index candidates = 0;
    std::optional<ExpectedGain> expected_gain;  // of further trials
    bool converged = false;                     // the search ended because little gain was expected
    std::optional<double> reached_target;       // the share of the optimum that ended the search
    bool was_too_short = false;                 // the time was over before a config was tried
    std::string given_up;                       // why the search ended early
    std::string failure;                        // the message of the last config that failed
    std::size_t devices = 1;                    // the devices that shared the work
    std::vector<LocalDevice> excluded;          // devices that differ too much to share the work
    std::vector<std::string> failures;          // messages of devices that failed
};

using ProgressCallback = std::function<void(const Progress&)>;

/// The result of a turn.
struct TurnResult {
    std::optional<Trial> best;                // of the session so far
    bool was_too_short = false;               // the time was over before a config was tried
    std::chrono::nanoseconds cut_off_run{0};  // how long the config had run that was then cut off
    bool is_done = false;                     // no config is left to search
    std::size_t tried = 0;                    // in the session so far
    std::optional<ReferenceTiming> reference;
};

/// Between turns, requested programs are still built.
class Session {
  public:
    /// The arguments must outlive the session.
    Session(const Task& task, Store& store, const ProgressCallback& on_progress,
            const std::atomic<bool>& stop);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Starts building the first configs.
    void prepare();
    /// Every trial is committed when it ends, so `stop` ends the turn early without losing any.
    TurnResult run(const SessionTurn& turn);
    /// Ends the session's run and returns its result.
    TuningResult finish();

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// The finals that follow the search of a task.
Finals finals_of(const Task& task);

/// Runs a session of one turn, whose length the task sets.
TuningResult tune(const Task& task, Store& store, const ProgressCallback& on_progress,
                  const std::atomic<bool>& stop);

}  // namespace hone
