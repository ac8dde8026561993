// SPDX-License-Identifier: MIT
// What is tried next: the default config, what the strategy asks for, what the rules have put off, and a sample of
// that for an audit. And what all of them learn from the results.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "db/store/store.hpp"
#include "spaces/candidates/random.hpp"
#include "tuner/evaluation/device_runner.hpp"
#include "tuner/pruning/deferred_configs.hpp"
#include "tuner/search/search_loop.hpp"
#include "tuner/session/task.hpp"
#include "tuner/session/trial_history.hpp"

namespace hone {

/// What a source asks its session, and tells it.
struct TrialSourceCallbacks {
    std::function<bool()> search_continues;
    std::function<void(const Trial&)> on_recalled;  // by an earlier run, so that it is not tried
};

class TrialSource {
  public:
    /// `task`, `setup` and `candidates` must outlive it.
    TrialSource(const Task& task, Store& store, const Candidates& candidates,
                const MeasurementKey& key, TrialSourceCallbacks callbacks);

    const Pruner& pruner() const { return pruner_; }
    const TrialHistory& history() const { return history_; }
    const std::optional<Config>& default_config() const { return default_config_; }

    /// What an earlier run measured: none of it is tried again.
    void recall(const std::vector<Trial>& trials);
    /// What another kernel has reached, or 0.
    void set_incumbent(double ns);
    /// The time to beat: the upper end of the best's interval, or what another kernel has reached.
    double incumbent_ns() const;

    /// Chooses what comes first: the default config, and so many of the strategy's.
    const std::deque<EvalRequest>& choose_first(std::size_t count);
    bool has_first() const { return !first_.empty(); }
    /// Of what waits the default config comes next. Returns whether its result is still to come.
    bool put_default_first();
    bool default_is_pending() const { return default_is_pending_; }

    /// What waits, then the strategy's next config that needs a trial.
    std::optional<EvalRequest> next();
    /// After each trial whose program had to be built one that takes no build: what differs from the fastest in
    /// nothing that is compiled in.
    std::optional<EvalRequest> next_built();
    /// Once the strategy has none left: what was deferred.
    std::optional<EvalRequest> next_deferred();
    /// An even sample of the configs that are still deferred, to audit the rules.
    std::optional<EvalRequest> next_audited();

    /// These were not tried: another turn begins with them.
    void put_back(std::vector<EvalRequest> requests);
    /// What one of them gave.
    void record(const EvalResult& result);

    const std::optional<ExpectedGain>& expected_gain() const { return search_.expected_gain(); }
    /// Whether the strategy expects little more.
    bool converged() const { return search_.converged(); }
    void store_counts(const std::string& run) { deferred_.store_counts(store_, run); }
    std::vector<Pruned> pruned() const { return deferred_.pruned(); }
    std::vector<RuleAudit> audit() const { return deferred_.audit(history_.best()); }

  private:
    std::optional<EvalRequest> default_request() const;
    std::optional<EvalRequest> next_from_strategy();
    std::optional<EvalRequest> next_asked_by(const std::function<std::optional<Config>()>& ask);
    std::optional<EvalRequest> handed_out(std::optional<EvalRequest> request);
    EvalRequest request_for(const DeferredConfigs::Deferred& deferred, Purpose purpose) const;
    bool is_used_up() const;
    const Trial& count_recalled(const Config& config);
    bool was_recalled(const Config& config);
    bool is_pending_default(const Config& config);
    bool is_kept_out(const Plan& plan);
    void learn_from(const Plan& plan, const Trial& trial);

    const Task& task_;
    Store& store_;
    const Candidates& candidates_;
    TrialSourceCallbacks callbacks_;
    SearchLoop search_;
    Pruner pruner_;
    MeasuredPeaks peaks_;
    std::optional<Config> default_config_;
    TrialHistory history_;
    DeferredConfigs deferred_;
    std::deque<EvalRequest> first_;  // that wait
    std::size_t handed_out_ = 0;     // and have no result yet
    double other_kernel_ns_ = 0;
    bool may_ask_built_ = false;
    bool default_is_pending_ = false;
    bool default_is_asked_ = false;  // by the strategy, too
    Random random_;
    std::size_t audit_draws_ = 0;
};

}  // namespace hone
