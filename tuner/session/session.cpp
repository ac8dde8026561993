// SPDX-License-Identifier: MIT
// The whole session: candidates, strategy, devices; turn by turn, while the strategy proposes configs: apply
// the rules, submit to a device, handle the result, tell the strategy; then an audit of deferred
// configs, and in the last turn the final round.
#include "tuner/session/session.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

#include "db/model/ids.hpp"
#include "tuner/catalog/default_config.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/pruning/deferred_configs.hpp"
#include "tuner/search/search_loop.hpp"
#include "tuner/session/device_pool.hpp"
#include "tuner/session/equal_failures.hpp"
#include "tuner/session/final_round.hpp"
#include "tuner/session/pruner.hpp"
#include "tuner/session/reference_timing.hpp"
#include "tuner/session/session_time.hpp"
#include "tuner/session/trial_fields.hpp"
#include "tuner/session/trial_history.hpp"

namespace hone {

Finals finals_of(const Task& task) {
    return task.objective == Objective::time ? Finals::timed : Finals::under_load;
}

namespace {

Finals finals_of(const Task& task, const SessionTurn& turn) {
    return turn.part == SessionTurn::Part::search ? Finals::none : finals_of(task);
}

}  // namespace

class Session::Impl {
  public:
    Impl(const Task& task, Store& store, const ProgressCallback& on_progress,
         const std::atomic<bool>& stop)
        : task_(task),
          store_(store),
          on_progress_(on_progress),
          stop_(stop),
          time_(SessionTime::to_prepare(task.time_limit), false),
          candidates_(candidates_of(task)),
          search_(make_strategy(task.strategy, search_problem_of(task, store, *candidates_))),
          draft_(draft_of(task, store, *candidates_)),
          pruner_(task.setup, task.timeouts, store, draft_.key),
          peaks_(measured_peaks(store, draft_.key)),
          pool_({.setup = task.setup,
                 .pruner = pruner_,
                 .draft = draft_,
                 .store = store,
                 .timeouts = task.timeouts,
                 .make_bench = task.make_bench,
                 .passed_checks = task.passed_checks,
                 .forced = task.forced},
                task.other_devices),
          default_config_(default_config(task.setup.kernel.source, task.setup.space)) {}

    // What was not finished was interrupted.
    ~Impl() {
        try {
            if (result_.run.id.empty()) pool_.end(State::interrupted);
        } catch (const std::exception&) {  // what failed before is told
        }
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void prepare() {
        load_earlier_trials();
        choose_first_requests();
    }

    TurnResult run(const SessionTurn& turn) {
        begin_turn(turn);
        time_reference();
        if (!turn.yields) time_default_config();
        if (turn.part != SessionTurn::Part::finals) search();
        if (turn.part != SessionTurn::Part::search) run_final_round();
        return end_turn();
    }

    TuningResult finish() {
        deferred_.store_counts(store_, run_.id);
        pool_.end(stop_ ? State::interrupted : State::finished);
        result_.run = *store_.run(run_.id);
        if (turn_.reference)
            result_.reference_fault = pool_.primary().evaluator().bench().reference_fault();
        result_.candidates = candidates_->count().value_or(~Index{0});
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
        if (!result_.best && result_.was_too_short)
            result_.given_up = "the time limit was over before a config was timed";
        return result_;
    }

  private:
    void load_earlier_trials() {
        if (!task_.resume) return;
        for (const Trial& trial : store_.trials(draft_.key)) {
            const auto config = config_from(task_.setup.space, trial.config);
            if (config && candidates_->contains(*config)) history_.record(*config, trial);
        }
    }

    void begin_turn(const SessionTurn& turn) {
        turn_ = turn;
        time_ = SessionTime(turn.limit, task_.audit > 0, finals_of(task_, turn));
        was_cut_off_ = has_yielded_ = false;
        pool_.begin_turn(turn);
        run_ = pool_.primary().run();
        if (turn.incumbent_ns > 0 && !candidates_->empty())
            raise_roofline(peaks_, pruner_.plan(candidates_->at(0)), turn.incumbent_ns);
    }

    void search() {
        time_.begin_search();
        run_phase(&Impl::search_continues, &Impl::next_asked);
        run_phase(&Impl::search_continues, &Impl::next_deferred);
        is_done_ = !has_yielded_ && time_is_left();
        run_phase(&Impl::audit_continues, &Impl::next_audited);
    }

    TurnResult end_turn() {
        pool_.rest();
        in_earlier_turns_ += time_.elapsed();
        result_.was_too_short = !stop_ && !is_done_ && history_.tried() == 0;
        return {.best = result_.best ? result_.best : best_so_far(),
                .was_too_short = result_.was_too_short,
                .is_done = is_done_,
                .reference = result_.reference};
    }

    // In the first turn.
    void time_reference() {
        if (std::exchange(reference_was_timed_, true)) return;
        if (turn_.reference) {
            result_.reference = turn_.reference;
            result_.reference->run = run_.id;
            store_.add(*result_.reference);
            return;
        }
        report_progress("timing the reference");
        EvaluatorBench& bench = pool_.primary().evaluator().bench();
        const bool is_own = task_.setup.space.check.has_value();
        auto reference = reference_timing(bench, run_, is_own, time_.for_reference());
        if (!reference) return;
        result_.reference_fault = bench.reference_fault();
        if (reference->samples.empty() && reference->message.empty()) return;
        reference->time = estimate(reference->samples);
        store_.add(*reference);
        result_.reference = *reference;
    }

    // Near the end of the last search nothing is asked for whose build would be given up.
    bool has_time_for_another() {
        return turn_.part == SessionTurn::Part::search || time_.search_is_over() ||
               pool_.has_time(time_.search_left());
    }

    // The end of the time is noticed meanwhile, or that another kernel could use it.
    std::chrono::milliseconds longest_wait() const {
        return std::chrono::milliseconds(turn_.yields ? 10 : 50);
    }

    // A turn is worth some times what it took to open the bench.
    bool yields() {
        constexpr int worth = 4;
        return turn_.yields && pool_.waits_for_builds() &&
               time_.elapsed() > worth * pool_.opening_time();
    }

    // Submits the next requests while the phase continues, and handles results.
    void run_phase(bool (Impl::*continues)() const, std::optional<EvalRequest> (Impl::*next)()) {
        for (;;) {
            while ((this->*continues)() && pool_.has_capacity() && has_time_for_another()) {
                auto request = (this->*next)();
                if (!request) break;
                submit(std::move(*request));
            }
            if (auto built = next_built()) submit(std::move(*built));
            if (!(this->*continues)()) put_back(pool_.take_back_pending());
            if (pool_.in_flight() == 0) return;
            if (const auto result = pool_.wait(longest_wait()))
                handle_result(*result);
            else
                has_yielded_ |= yields();
        }
    }

    // What another turn begins with.
    void put_back(std::vector<EvalRequest> requests) {
        first_requests_.insert(first_requests_.begin(), std::make_move_iterator(requests.begin()),
                               std::make_move_iterator(requests.end()));
    }

    // The default config and what the strategy asks for first. While the reference is compiled and timed, or
    // another kernel has its turn, they are built.
    void choose_first_requests() {
        Evaluator& evaluator = pool_.primary().evaluator();
        if (auto request = default_request()) first_requests_.push_back(std::move(*request));
        default_is_pending_ = !first_requests_.empty();
        while (search_continues() && first_requests_.size() < 1 + evaluator.prebuild_depth()) {
            auto request = next_from_strategy();
            if (!request) break;
            first_requests_.push_back(std::move(*request));
        }
        for (const EvalRequest& request : first_requests_) evaluator.prebuild(request.plan);
    }

    // The kernel's default config, to compare tuning with; nothing where it was timed before.
    std::optional<EvalRequest> default_request() const {
        if (!default_config_ || !candidates_->contains(*default_config_) || evals_used() || stop_)
            return std::nullopt;
        const Trial* known = history_.find(*default_config_);
        const bool was_timed = known && (known->purpose == Purpose::default_config ||
                                         known->purpose == Purpose::final);
        if (was_timed) return std::nullopt;
        Plan plan = pruner_.plan(*default_config_);
        if (pruner_.before_build(plan, peaks_, 0).decision == RuleVerdict::Decision::rejected)
            return std::nullopt;
        return EvalRequest{.plan = std::move(plan), .purpose = Purpose::default_config};
    }

    // However little time there is, and what else is built before it.
    void time_default_config() {
        if (!default_is_pending_) return;
        std::stable_partition(
            first_requests_.begin(), first_requests_.end(),
            [](const EvalRequest& request) { return request.purpose == Purpose::default_config; });
        submit(*next_asked());
        const bool is_alone = turn_.part == SessionTurn::Part::finals;
        while (!is_alone && !first_requests_.empty() && pool_.has_capacity())
            if (auto request = next_asked()) submit(std::move(*request));
        while (default_is_pending_ && pool_.in_flight() > 0 && !was_cut_off_)
            handle_result(pool_.wait());
    }

    void submit(EvalRequest request) {
        request.incumbent_ns = incumbent_ns();
        pool_.submit(std::move(request));
    }

    bool search_continues() const {
        return time_is_left() && !has_yielded_ && !result_.converged && result_.given_up.empty();
    }

    // What was asked for earlier may be hopeless by now.
    std::optional<EvalRequest> next_asked() {
        while (!first_requests_.empty()) {
            EvalRequest request = std::move(first_requests_.front());
            first_requests_.pop_front();
            const bool is_searched = request.purpose == Purpose::search && request.rule.empty();
            if (!is_searched || !is_kept_out(request.plan)) return request;
        }
        return next_from_strategy();
    }

    // The strategy's next config that needs a trial.
    std::optional<EvalRequest> next_from_strategy() {
        return next_asked_by([this] { return search_.ask(); });
    }

    // After each trial whose program had to be built one that takes no build: what differs from the fastest in
    // nothing that is compiled in. It runs while others are built. A CPU, which either builds or runs, would have
    // to build less for it.
    std::optional<EvalRequest> next_built() {
        if (!std::exchange(may_ask_built_, false) || !pool_.builds_beside_runs())
            return std::nullopt;
        auto request = next_asked_by([this] { return search_.ask_built(); });
        if (request) request->is_built = true;
        return request;
    }

    template <class Ask>
    std::optional<EvalRequest> next_asked_by(Ask ask) {
        while (search_continues() && !evals_used()) {
            const auto config = ask();
            if (!config) break;
            if (was_recalled(*config) || is_pending_default(*config)) continue;
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
        const std::size_t used = history_.tried() + pool_.in_flight() + first_requests_.size();
        return task_.max_evals && used >= *task_.max_evals;
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

    // What the strategy asks for while it is measured as the default config is told when that is known.
    bool is_pending_default(const Config& config) {
        const bool is_pending = default_is_pending_ && config == *default_config_;
        default_is_asked_ |= is_pending;
        return is_pending;
    }

    // What the rules keep out is skipped.
    bool is_kept_out(const Plan& plan) {
        if (task_.forced) return false;
        const RuleVerdict verdict = pruner_.before_build(plan, peaks_, incumbent_ns());
        if (!deferred_.exclude(plan.config, verdict)) return false;
        search_.skip(plan.config);
        return true;
    }

    bool time_is_left() const { return !stop_ && !was_cut_off_ && !time_.search_is_over(); }

    void handle_result(const EvalResult& result) {
        const bool is_default = result.request.purpose == Purpose::default_config;
        was_cut_off_ |= result.cut_off();
        if (result.cut_off() || result.taken_back) return put_back({result.request});
        known_best_is_stale_ |= may_change_best(result);
        if (is_default) default_is_pending_ = false;
        const auto& [plan, trial] = std::tie(result.request.plan, result.trial);
        const Config& config = plan.config;
        deferred_.store_counts(store_, run_.id);
        history_.record(config, trial);
        history_.mark_tried(config);
        failures_.update(trial);
        result_.given_up = failures_.reason();
        for (const auto& [again, measured] : result.remeasured) history_.record(again, measured);
        learn_from(plan, trial);
        if (!result.request.rule.empty()) {
            store_.add_audit(trial.id, std::string(result.request.rule));
            deferred_.record_audit(result.request.rule, trial);
        } else if (result.request.purpose == Purpose::search) {
            search_.tell(config, time_of(trial));
            check_convergence();
            may_ask_built_ = !result.request.is_built;
        } else if (is_default && default_is_asked_) {
            search_.tell_known(config, time_of(trial));
        }
    }

    // A slower trial of a new config leaves it as it is, unless others were measured again before it.
    bool may_change_best(const EvalResult& result) const {
        return !known_best_ || !result.remeasured.empty() ||
               history_.contains(result.request.plan.config) ||
               (result.trial.outcome == Outcome::ok &&
                result.trial.time.median < known_best_->time.median);
    }

    void learn_from(const Plan& plan, const Trial& trial) {
        if (trial.outcome == Outcome::ok)
            raise_roofline(peaks_, plan, trial.time.low);
        else
            result_.failure = trial.message;
        report_progress("searching");
    }

    // Nothing for a failure.
    static std::optional<double> time_of(const Trial& trial) {
        return trial.outcome == Outcome::ok ? std::optional(trial.time.median) : std::nullopt;
    }

    bool audit_continues() const {
        return !stop_ && !was_cut_off_ && !has_yielded_ && !time_.audit_is_over();
    }

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
        const Contenders contenders{.fastest = history_.fastest(),
                                    .always_timed = default_config_,
                                    .is_late = [this] { return time_.all_is_over(); },
                                    .other_kernel_ns = turn_.incumbent_ns};
        const FinalRanking ranking =
            rank_finalists(runner.evaluator(), runner.store(), runner.run(), contenders, stop_);
        result_.best = ranking.best;
        result_.tied = ranking.tied;
        note_defaults(ranking.finals);
        if (task_.objective != Objective::time) run_steady_round(contenders, ranking.finals);
    }

    // As the final round timed them, else as the search did.
    void note_defaults(const std::vector<Trial>& finals) {
        if (!default_config_) return;
        const auto found = std::ranges::find_if(finals, [&](const Trial& trial) {
            return config_from(task_.setup.space, trial.config) == default_config_;
        });
        if (found != finals.end())
            result_.defaults = *found;
        else if (const Trial* known = history_.find(*default_config_);
                 known && known->outcome == Outcome::ok)
            result_.defaults = *known;
    }

    // The least by the objective is the best, where one was measured.
    void run_steady_round(const Contenders& contenders, const std::vector<Trial>& finals) {
        report_progress("measuring under steady load");
        DeviceRunner& runner = pool_.primary();
        result_.steady = rank_under_load(runner.evaluator(), runner.store(), task_.objective,
                                         contenders, finals, stop_);
        if (result_.steady.finalists.empty()) return;
        result_.best = result_.steady.finalists.front().trial;
        result_.tied.clear();
    }

    // Without a final round the best that the store trusts: never one that was wrong at another
    // size. Turns may be short: the store is asked only where its answer may be another one.
    std::optional<Trial> best_so_far() {
        if (std::exchange(known_best_is_stale_, false)) known_best_ = best_in_store();
        return known_best_;
    }

    std::optional<Trial> best_in_store() {
        const auto best = store_.best(draft_.key);
        const auto config =
            best ? config_from(task_.setup.space, best->trial.config) : std::nullopt;
        return config && candidates_->contains(*config) ? std::optional(best->trial) : std::nullopt;
    }

    // The time to beat: the upper end of the best's interval.
    double incumbent_ns() const {
        const Trial* best = history_.best();
        if (!best) return turn_.incumbent_ns;
        return turn_.incumbent_ns > 0 ? std::min(turn_.incumbent_ns, best->time.high)
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
        progress.elapsed = in_earlier_turns_ + time_.elapsed();
        progress.left = time_.all_left();
        on_progress_(progress);
    }

    const Task& task_;
    Store& store_;
    ProgressCallback on_progress_;
    const std::atomic<bool>& stop_;
    SessionTurn turn_;
    SessionTime time_;  // of this turn, before the first of what is prepared
    std::shared_ptr<const Candidates> candidates_;
    SearchLoop search_;
    Run draft_;  // of the devices' runs
    Pruner pruner_;
    MeasuredPeaks peaks_;
    DevicePool pool_;
    std::optional<Config> default_config_;
    std::deque<EvalRequest> first_requests_;
    bool may_ask_built_ = false;
    bool default_is_pending_ = false;
    bool default_is_asked_ = false;  // by the strategy, too
    bool was_cut_off_ = false;       // a bench gives up whatever else it is asked in this turn
    bool has_yielded_ = false;       // this turn ends early
    bool is_done_ = false;           // nothing is left to search
    std::optional<Trial> known_best_;
    bool known_best_is_stale_ = true;
    std::chrono::nanoseconds in_earlier_turns_{0};
    bool reference_was_timed_ = false;
    Run run_;  // of the first device; each other device has its own

    TrialHistory history_;
    EqualFailures failures_;
    DeferredConfigs deferred_;
    Random random_{task_.setup.seed};
    std::size_t audit_draws_ = 0;
    TuningResult result_;
};

Session::Session(const Task& task, Store& store, const ProgressCallback& on_progress,
                 const std::atomic<bool>& stop)
    : impl_(std::make_unique<Impl>(task, store, on_progress, stop)) {}

Session::~Session() = default;

void Session::prepare() {
    impl_->prepare();
}

TurnResult Session::run(const SessionTurn& turn) {
    return impl_->run(turn);
}

TuningResult Session::finish() {
    return impl_->finish();
}

TuningResult tune(const Task& task, Store& store, const ProgressCallback& on_progress,
                  const std::atomic<bool>& stop) {
    Session session(task, store, on_progress, stop);
    session.prepare();
    session.run({.limit = task.time_limit,
                 .end = task.timeouts.end,
                 .for_first_result = task.timeouts.for_first_result});
    return session.finish();
}

}  // namespace hone
