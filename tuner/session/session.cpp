// SPDX-License-Identifier: MIT
// The whole session: candidates, strategy, devices; while the strategy proposes configs: apply the
// rules, submit to a device, handle the result, tell the strategy; then an audit of deferred
// configs and the final round.
#include "tuner/session/session.hpp"

#include <algorithm>
#include <utility>

#include "db/model/ids.hpp"
#include "db/sqlite/version.hpp"
#include "tuner/catalog/default_config.hpp"
#include "tuner/catalog/ladder.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/pruning/deferred_configs.hpp"
#include "tuner/pruning/static_features.hpp"
#include "tuner/search/search_loop.hpp"
#include "tuner/session/device_pool.hpp"
#include "tuner/session/final_round.hpp"
#include "tuner/session/pruner.hpp"
#include "tuner/session/transfer_history.hpp"
#include "tuner/session/trial_fields.hpp"
#include "tuner/session/trial_history.hpp"

namespace hone {
namespace {

using Time = std::chrono::steady_clock;

Candidates candidates_of(const Task& task) {
    Candidates candidates(task.setup.space, known_names(task.setup), task.where);
    candidates.keep(task.shard);
    return candidates;
}

Run draft_of(const Task& task, Store& store, const Candidates& candidates) {
    Run run;
    run.key = measurement_key(task.setup, store);
    run.strategy = task.strategy;
    run.seed = static_cast<std::int64_t>(task.setup.seed);
    run.candidates = candidates.count() ? text(*candidates.count()) : "";
    run.tool = this_tool();
    run.command = task.command;
    return run;
}

SearchProblem search_problem_of(const Task& task, Store& store, const Candidates& candidates) {
    const Space& space = task.setup.space;
    SearchProblem search_problem{candidates, parameter_scales(space),
                                 derived_features(space, known_names(task.setup))};
    if (task.transfer)
        search_problem.transfer =
            transfer_trials(store, measurement_key(task.setup, store), space, candidates);
    search_problem.seed = task.setup.seed;
    search_problem.static_features = static_features(task.setup);
    const std::vector<Config> ladder = ladder_configs(space, task.setup.problem.precision);
    if (!ladder.empty()) search_problem.initial_guess = candidates.nearest(ladder.back());
    return search_problem;
}

class Session {
  public:
    Session(const Task& task, Store& store, const ProgressCallback& on_progress,
            const std::atomic<bool>& stop)
        : task_(task),
          store_(store),
          on_progress_(on_progress),
          stop_(stop),
          candidates_(candidates_of(task)),
          search_(make_strategy(task.strategy, search_problem_of(task, store, candidates_))),
          draft_(draft_of(task, store, candidates_)),
          pruner_(task.setup, task.timeouts, store, draft_.key),
          peaks_(measured_peaks(store, draft_.key)),
          pool_({.setup = task.setup,
                 .pruner = pruner_,
                 .draft = draft_,
                 .store = store.connection().file(),
                 .timeouts = task.timeouts,
                 .make_bench = task.make_bench,
                 .forced = task.forced},
                task.other_devices),
          default_config_(default_config(task.setup.kernel.source, task.setup.space)),
          run_(pool_.primary().run()) {}

    TuningResult tune() {
        if (task_.incumbent_ns > 0 && !candidates_.empty())
            raise_roofline(peaks_, pruner_.plan(candidates_.at(0)), task_.incumbent_ns);
        load_earlier_trials();
        time_reference();
        time_default_config();
        began_ = Time::now();
        run_phase(&Session::search_continues, &Session::next_asked);
        run_phase(&Session::search_continues, &Session::next_deferred);
        run_phase(&Session::audit_continues, &Session::next_audited);
        run_final_round();
        return finish();
    }

  private:
    void load_earlier_trials() {
        if (!task_.resume) return;
        for (const Trial& trial : store_.trials(run_.key)) {
            const auto config = config_from(task_.setup.space, trial.config);
            if (config && candidates_.contains(*config)) history_.record(*config, trial);
        }
    }

    void time_reference() {
        report_progress("timing the reference");
        constexpr int repeats = 7;
        ReferenceTiming reference;
        reference.run = run_.id;
        reference.name = "clblast";
        EvaluatorBench& bench = pool_.primary().evaluator().bench();
        reference.samples = bench.reference(repeats, reference.message);
        result_.reference_fault = bench.reference_fault();
        if (reference.samples.empty() && reference.message.empty()) return;
        reference.time = estimate(reference.samples);
        store_.add(reference);
        result_.reference = reference;
    }

    // Submits the next requests while the phase continues, and handles results.
    void run_phase(bool (Session::*continues)() const,
                   std::optional<EvalRequest> (Session::*next)()) {
        for (;;) {
            while ((this->*continues)() && pool_.has_capacity()) {
                auto request = (this->*next)();
                if (!request) break;
                submit(std::move(*request));
            }
            if (!(this->*continues)()) pool_.cancel_pending();
            if (pool_.in_flight() == 0) return;
            handle_result(pool_.wait());
        }
    }

    // The kernel's default config, to compare tuning with.
    void time_default_config() {
        if (!default_config_ || !candidates_.contains(*default_config_) || evals_used() || stop_)
            return;
        const Trial* known = history_.find(*default_config_);
        const bool was_timed = known && (known->purpose == Purpose::default_config ||
                                         known->purpose == Purpose::final);
        if (was_timed) return;
        Plan plan = pruner_.plan(*default_config_);
        if (pruner_.before_build(plan, peaks_, 0).decision == Verdict::Decision::rejected) return;
        submit({.plan = std::move(plan), .purpose = Purpose::default_config});
        handle_result(pool_.wait());
    }

    void submit(EvalRequest request) {
        request.incumbent_ns = incumbent_ns();
        pool_.submit(std::move(request));
    }

    bool search_continues() const { return time_is_left() && !result_.converged; }

    // The strategy's next config that needs a trial.
    std::optional<EvalRequest> next_asked() {
        while (search_continues() && !evals_used()) {
            const auto config = search_.ask();
            if (!config) break;
            if (was_recalled(*config)) continue;
            Plan plan = pruner_.plan(*config);
            if (!is_kept_out(plan)) return EvalRequest{.plan = std::move(plan)};
        }
        return std::nullopt;
    }

    // The strategy has none left: the deferred configs follow.
    std::optional<EvalRequest> next_deferred() {
        while (!evals_used()) {
            const auto deferred = deferred_.next();
            if (!deferred) break;
            if (!history_.contains(deferred->first)) return request_for(*deferred, Purpose::search);
        }
        return std::nullopt;
    }

    bool evals_used() const {
        return task_.max_evals && history_.tried() + pool_.in_flight() >= *task_.max_evals;
    }

    // Whether the target is reached or, with no limit set, little gain is expected.
    void check_convergence() {
        result_.expected_gain = search_.expected_gain();
        const bool target_reached = task_.target && result_.expected_gain &&
                                    result_.expected_gain->best_fraction >= *task_.target;
        result_.converged |= target_reached || (search_.converged() && task_.stops_when_converged);
    }

    // What an earlier run measured is told without a trial.
    bool was_recalled(const Config& config) {
        if (!history_.contains(config)) return false;
        const Trial& earlier = history_.mark_tried(config, true);
        learn_from(pruner_.plan(config), earlier);
        search_.tell_known(config, time_of(earlier));
        return true;
    }

    // What the rules keep out is told as failed.
    bool is_kept_out(const Plan& plan) {
        if (task_.forced) return false;
        const Verdict verdict = pruner_.before_build(plan, peaks_, incumbent_ns());
        if (!deferred_.exclude(plan.config, verdict)) return false;
        search_.tell_known(plan.config, std::nullopt);
        return true;
    }

    bool time_is_left() const {
        return !stop_ && !(task_.time_limit && Time::now() - began_ >= *task_.time_limit);
    }

    void handle_result(const EvalResult& result) {
        const auto& [plan, trial] = std::tie(result.request.plan, result.trial);
        const Config& config = plan.config;
        deferred_.store_counts(store_, run_.id);
        history_.record(config, trial);
        history_.mark_tried(config);
        for (const auto& [again, measured] : result.remeasured) history_.record(again, measured);
        learn_from(plan, trial);
        if (!result.request.rule.empty()) {
            store_.add_audit(trial.id, std::string(result.request.rule));
            deferred_.record_audit(result.request.rule, trial);
        } else if (result.request.purpose == Purpose::search) {
            search_.tell(config, time_of(trial));
            check_convergence();
        }
    }

    void learn_from(const Plan& plan, const Trial& trial) {
        if (trial.outcome == Outcome::ok) raise_roofline(peaks_, plan, trial.time.low);
        report_progress("searching");
    }

    // Nothing for a failure.
    static std::optional<double> time_of(const Trial& trial) {
        return trial.outcome == Outcome::ok ? std::optional(trial.time.median) : std::nullopt;
    }

    bool audit_continues() const { return !stop_; }

    // An even sample of the configs that are still deferred, to audit the rules.
    std::optional<EvalRequest> next_audited() {
        while (audit_draws_++ < task_.audit) {
            const auto deferred = deferred_.draw(random_);
            if (!deferred) break;
            if (!history_.contains(deferred->first)) return request_for(*deferred, Purpose::audit);
        }
        return std::nullopt;
    }

    EvalRequest request_for(const DeferredConfigs::Deferred& deferred, Purpose purpose) const {
        return {.plan = pruner_.plan(deferred.first), .purpose = purpose, .rule = deferred.second};
    }

    void run_final_round() {
        if (stop_) return;
        report_progress("measuring the finalists");
        DeviceRunner& runner = pool_.primary();
        const FinalRanking ranking =
            rank_finalists(runner.evaluator(), runner.store(), runner.run(), runner.setup(),
                           {.fastest = history_.fastest(), .always_timed = default_config_}, stop_);
        result_.best = ranking.best;
        result_.tied = ranking.tied;
    }

    TuningResult finish() {
        deferred_.store_counts(store_, run_.id);
        pool_.end(stop_ ? State::interrupted : State::finished);
        result_.run = *store_.run(run_.id);
        result_.candidates = candidates_.count().value_or(~Index{0});
        result_.tried = history_.tried();
        result_.reused = history_.reused();
        result_.outcomes = history_.outcomes();
        result_.drifts = pool_.drifts();
        result_.devices = pool_.size();
        result_.excluded = pool_.excluded();
        result_.failures = pool_.failures();
        result_.pruned = deferred_.pruned();
        result_.audit = deferred_.audit(history_.best());
        if (!result_.best) result_.best = best_so_far();
        return result_;
    }

    // Without a final round the best that the store trusts: never one that was wrong at another
    // size.
    std::optional<Trial> best_so_far() {
        const auto best = store_.best(run_.key);
        const auto config =
            best ? config_from(task_.setup.space, best->trial.config) : std::nullopt;
        return config && candidates_.contains(*config) ? std::optional(best->trial) : std::nullopt;
    }

    // The time to beat: the upper end of the best's interval.
    double incumbent_ns() const {
        const Trial* best = history_.best();
        if (!best) return task_.incumbent_ns;
        return task_.incumbent_ns > 0 ? std::min(task_.incumbent_ns, best->time.high)
                                      : best->time.high;
    }

    void report_progress(std::string_view phase) {
        Progress progress;
        progress.tried = history_.tried();
        progress.reused = history_.reused();
        progress.max_evals = task_.max_evals;
        for (const auto& [outcome, count] : history_.outcomes()) {
            if (outcome == Outcome::wrong) progress.wrong += count;
            if (outcome != Outcome::wrong && outcome != Outcome::ok) progress.failed += count;
        }
        progress.devices = pool_.size();
        if (const Trial* best = history_.best()) progress.best = *best;
        progress.phase = phase;
        progress.elapsed = Time::now() - began_;
        progress.limit = task_.time_limit;
        on_progress_(progress);
    }

    const Task& task_;
    Store& store_;
    const ProgressCallback& on_progress_;
    const std::atomic<bool>& stop_;
    Candidates candidates_;
    SearchLoop search_;
    Run draft_;  // of the devices' runs
    Pruner pruner_;
    MeasuredPeaks peaks_;
    DevicePool pool_;
    std::optional<Config> default_config_;
    Run run_;  // of the first device; each other device has its own
    Time::time_point began_ = Time::now();

    TrialHistory history_;
    DeferredConfigs deferred_;
    Random random_{task_.setup.seed};
    std::size_t audit_draws_ = 0;
    TuningResult result_;
};

}  // namespace

TuningResult tune(const Task& task, Store& store, const ProgressCallback& on_progress,
                  const std::atomic<bool>& stop) {
    return Session(task, store, on_progress, stop).tune();
}

}  // namespace hone
