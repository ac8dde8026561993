// SPDX-License-Identifier: MIT
// Yields the configs to try, in this order: the default config, the strategy's, the deferred ones,
// and an audit sample of these. Passes every result back to the strategy and the rules.
#pragma once

#include <functional>
#include <map>
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

/// The session's answers for a source, and its notifications.
struct TrialSourceCallbacks {
    std::function<bool()> search_continues;
    std::function<void(const Trial&)> on_recalled;  // an earlier trial replaces a new one
};

class TrialSource {
  public:
    /// `task`, `setup` and `candidates` must outlive it.
    TrialSource(const Task& task, Store& store, const Candidates& candidates,
                const MeasurementKey& key, TrialSourceCallbacks callbacks);

    const Pruner& pruner() const { return pruner_; }
    const TrialHistory& history() const { return history_; }
    const std::optional<Config>& default_config() const { return default_config_; }

    /// Takes over the trials of an earlier run: their configs are not tried again.
    void recall(const std::vector<Trial>& trials);
    /// Defers the configs that earlier runs cut off to the end, unless there is much more time now.
    void defer_cut_off(const std::vector<CutOff>& cut_off);
    /// Sets the time that another kernel has reached, or 0.
    void set_incumbent(double ns);
    /// The time to beat: the upper end of the best config's interval, or the time of another
    /// kernel.
    double incumbent_ns() const;

    /// Queues the first configs: the default config, and `count` of the strategy's while the search
    /// continues. If there is no default config, at least one of the strategy's.
    std::vector<Plan> queue_first(std::size_t count);
    bool has_queued() const { return !queue_.empty(); }
    /// Whether the default config, which is the first in the queue, has no result yet.
    bool default_is_pending() const { return default_trial_ != DefaultTrial::none; }

    /// Returns the next queued config, then the strategy's next config that needs a trial.
    std::optional<EvalRequest> next();
    /// After a trial that needed a build: a config that shares the program of a fast one, so that
    /// nothing has to be built.
    std::optional<EvalRequest> next_built();
    /// Returns the deferred configs, once the strategy has none left.
    std::optional<EvalRequest> next_deferred();
    /// Returns the configs that earlier runs cut off, after all others.
    std::optional<EvalRequest> next_cut_off();
    /// Samples uniformly the configs that are still deferred, to audit the rules.
    std::optional<EvalRequest> next_audited();

    /// Takes back configs that were not tried: the next turn begins with them, in the order in which
    /// they were first given out. next_cut_off() returns its own again.
    void put_back(std::vector<EvalRequest> requests);
    /// Records the result of a config and passes it to the strategy.
    void record(const EvalResult& result);

    const std::optional<ExpectedGain>& expected_gain() const { return search_.expected_gain(); }
    /// Whether the strategy expects little further gain.
    bool converged() const { return search_.converged(); }
    void store_counts(const std::string& run) { deferred_.store_counts(store_, run); }
    std::vector<Pruned> pruned() const { return deferred_.pruned(); }
    std::vector<RuleAudit> audit() const { return deferred_.audit(history_.best()); }

  private:
    /// Of the default config: `asked` if its result is pending and the strategy waits for it, too.
    enum class DefaultTrial { none, pending, asked };

    std::optional<EvalRequest> default_request() const;
    std::optional<EvalRequest> next_from_strategy();
    bool has_nothing() const;
    std::optional<EvalRequest> next_asked_by(const std::function<std::optional<Config>()>& ask,
                                             const std::function<bool()>& continues);
    std::optional<EvalRequest> counted(std::optional<EvalRequest> request);
    EvalRequest request_for(const DeferredConfigs::Deferred& deferred, Purpose purpose);
    bool is_used_up() const;
    const Trial& count_recalled(const Config& config);
    bool was_recalled(const Config& config);
    bool is_pending_default(const Config& config);
    bool is_kept_out(const Plan& plan);
    bool was_cut_off(const Config& config) const;
    void learn_from(const Plan& plan, const Trial& trial);

    const Task& task_;
    Store& store_;
    const Candidates& candidates_;
    TrialSourceCallbacks callbacks_;
    SearchLoop search_;
    Pruner pruner_;
    MeasuredPeaks peaks_;
    std::optional<Config> default_config_;
    DefaultTrial default_trial_ = DefaultTrial::none;
    TrialHistory history_;
    DeferredConfigs deferred_;
    std::size_t asked_ = 0;                     // the number of the latest request
    std::map<std::size_t, Config> cut_off_;     // by earlier runs, and not yet tried
    std::map<std::size_t, EvalRequest> queue_;  // the first configs, and such that were put back
    std::size_t in_flight_ = 0;                 // configs whose results are still pending
    double other_kernel_ns_ = 0;
    bool may_ask_built_ = false;
    Random random_;
    std::size_t audit_draws_ = 0;
};

}  // namespace hone
