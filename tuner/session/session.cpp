// SPDX-License-Identifier: MIT
// Runs the whole session. In each turn: take a config from the source, submit it to a device,
// handle the result. Then audit deferred configs. The last turn ends with the final round.
#include "tuner/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tuner/catalog/store_text.hpp"
#include "tuner/evaluation/device_pool.hpp"
#include "tuner/session/equal_failures.hpp"
#include "tuner/session/final_round.hpp"
#include "tuner/session/reference_timing.hpp"
#include "tuner/session/session_time.hpp"
#include "tuner/session/trial_source.hpp"

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
          draft_(draft_of(task, store, *candidates_)),
          source_(task, store, *candidates_, draft_.key,
                  {.search_continues = [this] { return search_continues(); },
                   .on_recalled = [this](const Trial& trial) { note_failure(trial); }}),
          pool_({.setup = task.setup,
                 .pruner = source_.pruner(),
                 .draft = draft_,
                 .store = store,
                 .timeouts = task.timeouts,
                 .make_bench = task.make_bench,
                 .passed_checks = task.passed_checks,
                 .forced = task.forced},
                task.other_devices) {}

    // An unfinished session counts as interrupted.
    ~Impl() {
        try {
            if (result_.run.id.empty()) pool_.end(State::interrupted);
        } catch (const std::exception&) {  // the earlier error is already reported
        }
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    // Builds the first configs while the reference is compiled and timed, or during another
    // kernel's turn.
    void prepare() {
        if (task_.resume) {
            source_.recall(store_.trials(draft_.key));
            source_.defer_cut_off(store_.cut_off(draft_.key));
        }
        if (stop_) return;
        Evaluator& evaluator = pool_.primary().evaluator();
        for (const EvalRequest& request : source_.choose_first(evaluator.prebuild_depth()))
            evaluator.prebuild(request.plan);
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
        source_.store_counts(run_.id);
        pool_.end(stop_ ? State::interrupted : State::finished);
        result_.run = *store_.run(run_.id);
        result_.cut_off = store_.cut_off(draft_.key).size();
        if (turn_.reference)
            result_.reference_fault = pool_.primary().evaluator().bench().reference_fault();
        result_.candidates = candidates_->count().value_or(~Index{0});
        result_.tried = history().tried();
        result_.reused = history().reused();
        result_.outcomes = history().outcomes();
        result_.drifts = pool_.drifts();
        result_.devices = pool_.size();
        result_.excluded = pool_.excluded();
        result_.failures = pool_.failures();
        result_.pruned = source_.pruned();
        result_.audit = source_.audit();
        if (!result_.best) result_.best = best_so_far();
        if (!result_.best && result_.was_too_short) result_.given_up = words_of_too_short();
        if (!result_.best && result_.failure.empty()) result_.failure = words_of_known_wrong();
        return result_;
    }

  private:
    std::string words_of_too_short() {
        const std::string running = pool_.primary().evaluator().bench().reference_at_end();
        if (running.empty()) return "the time limit was over before a config was timed";
        return fmt::format("the time limit was over while the reference '{}' ran", running);
    }

    // Why the fastest config of this run is not accepted as the best.
    std::string words_of_known_wrong() {
        const Trial* ran = history().best();
        if (!ran) return {};
        Statement& found = store_.query("wrong_since");
        found.bind(":device_id", draft_.key.device).bind(":kernel_id", draft_.key.kernel);
        if (!found.bind(":config", ran->config).step()) return {};
        return fmt::format("known to be wrong since run {}: {}", found.text(0).substr(0, 10),
                           found.text(1));
    }

    void begin_turn(const SessionTurn& turn) {
        turn_ = turn;
        time_ = SessionTime(turn.limit, task_.audit > 0, finals_of(task_, turn));
        was_cut_off_ = has_yielded_ = false;
        pool_.begin_turn(turn.end, turn.for_first_result);
        run_ = pool_.primary().run();
        source_.set_incumbent(turn.incumbent_ns);
    }

    void search() {
        time_.begin_search();
        run_phase(&Impl::search_continues, &TrialSource::next);
        run_phase(&Impl::search_continues, &TrialSource::next_deferred);
        run_phase(&Impl::search_continues, &TrialSource::next_cut_off);
        is_done_ = !has_yielded_ && time_is_left();
        run_phase(&Impl::audit_continues, &TrialSource::next_audited);
    }

    TurnResult end_turn() {
        pool_.rest();
        in_earlier_turns_ += time_.elapsed();
        result_.was_too_short = !stop_ && !is_done_ && history().tried() == 0;
        return {.best = result_.best ? result_.best : best_so_far(),
                .was_too_short = result_.was_too_short,
                .is_done = is_done_,
                .tried = history().tried(),
                .reference = result_.reference};
    }

    // Only in the first turn.
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

    // Near the end of the last search: submits no config whose build would be abandoned.
    bool has_time_for_another() {
        return turn_.part == SessionTurn::Part::search || time_.search_is_over() ||
               pool_.has_time(time_.search_left());
    }

    // The wait is short, so that the session notices the time limit, or that another kernel could
    // run.
    std::chrono::milliseconds longest_wait() const {
        return std::chrono::milliseconds(turn_.yields ? 10 : 50);
    }

    // A turn lasts at least a few times as long as opening the bench took.
    bool yields() {
        constexpr int worth = 4;
        return turn_.yields && pool_.waits_for_builds() &&
               time_.elapsed() > worth * pool_.opening_time();
    }

    // Submits the next requests while the phase continues, and handles results.
    void run_phase(bool (Impl::*continues)() const,
                   std::optional<EvalRequest> (TrialSource::*next)()) {
        for (;;) {
            while ((this->*continues)() && pool_.has_capacity() && has_time_for_another()) {
                auto request = (source_.*next)();
                if (!request) break;
                submit(std::move(*request));
            }
            submit_built();
            if (!(this->*continues)()) source_.put_back(pool_.take_back_pending());
            if (pool_.in_flight() == 0) return;
            if (const auto result = pool_.wait(longest_wait()))
                handle_result(*result);
            else
                has_yielded_ |= yields();
        }
    }

    // A built config runs while others are built. A CPU either builds or runs, so this would delay
    // its builds.
    void submit_built() {
        if (!pool_.builds_beside_runs()) return;
        if (auto built = source_.next_built()) submit(std::move(*built));
    }

    // Times the default config first, even if little time is left or other builds are queued.
    void time_default_config() {
        if (stop_ || !source_.put_default_first()) return;
        submit(*source_.next());
        const bool is_alone = turn_.part == SessionTurn::Part::finals;
        while (!is_alone && source_.has_first() && pool_.has_capacity())
            if (auto request = source_.next()) submit(std::move(*request));
        while (source_.default_is_pending() && pool_.in_flight() > 0 && !was_cut_off_)
            handle_result(pool_.wait());
    }

    void submit(EvalRequest request) {
        request.incumbent_ns = source_.incumbent_ns();
        pool_.submit(std::move(request));
    }

    bool search_continues() const {
        return time_is_left() && !has_yielded_ && !result_.converged && result_.given_up.empty();
    }

    const TrialHistory& history() const { return source_.history(); }

    bool time_is_left() const { return !stop_ && !was_cut_off_ && !time_.search_is_over(); }

    void handle_result(const EvalResult& result) {
        const Trial& trial = result.trial;
        was_cut_off_ |= result.cut_off();
        if (result.cut_off() || result.taken_back) return source_.put_back({result.request});
        known_best_is_stale_ |= may_change_best(result);
        source_.store_counts(run_.id);
        failures_.update(trial);
        result_.given_up = failures_.reason();
        source_.record(result);
        note_failure(trial);
        report_progress("searching");
        if (result.request.purpose == Purpose::search && result.request.rule.empty())
            check_convergence();
    }

    // Converged if the target is reached. Without a limit, also if little gain is expected.
    void check_convergence() {
        result_.expected_gain = source_.expected_gain();
        const bool target_reached = task_.target && result_.expected_gain &&
                                    result_.expected_gain->best_fraction >= *task_.target;
        if (target_reached) result_.reached_target = task_.target;
        result_.converged |= target_reached || (source_.converged() && task_.stops_when_converged);
    }

    // A slower trial of a new config cannot change the best, unless older configs were remeasured.
    bool may_change_best(const EvalResult& result) const {
        return !known_best_ || !result.remeasured.empty() ||
               history().contains(result.request.plan.config) ||
               (result.trial.outcome == Outcome::ok &&
                result.trial.time.median < known_best_->time.median);
    }

    void note_failure(const Trial& trial) {
        if (trial.outcome != Outcome::ok) result_.failure = trial.message;
    }

    bool audit_continues() const {
        return !stop_ && !was_cut_off_ && !has_yielded_ && !time_.audit_is_over();
    }

    void run_final_round() {
        if (stop_) return;
        report_progress("measuring the finalists");
        const Contenders contenders{.fastest = history().fastest(),
                                    .always_timed = source_.default_config(),
                                    .is_late = [this] { return time_.all_is_over(); },
                                    .other_kernel_ns = turn_.incumbent_ns};
        const FinalRanking ranking = rank_finalists(pool_.primary().evaluator(), contenders, stop_);
        result_.best = ranking.best;
        result_.tied = ranking.tied;
        note_defaults(ranking.finals);
        if (task_.objective != Objective::time) run_steady_round(contenders, ranking.finals);
    }

    // Prefers the time of the final round to that of the search.
    void note_defaults(const std::vector<Trial>& finals) {
        const auto& defaults = source_.default_config();
        if (!defaults) return;
        const auto found = std::ranges::find_if(finals, [&](const Trial& trial) {
            return config_from(task_.setup.space, trial.config) == defaults;
        });
        if (found != finals.end())
            result_.defaults = *found;
        else if (const Trial* known = history().find(*defaults);
                 known && known->outcome == Outcome::ok)
            result_.defaults = *known;
    }

    // The config with the lowest objective is the best, if any was measured.
    void run_steady_round(const Contenders& contenders, const std::vector<Trial>& finals) {
        report_progress("measuring under steady load");
        result_.steady = rank_under_load(pool_.primary().evaluator(), task_.objective, contenders,
                                         finals, stop_);
        if (result_.steady.finalists.empty()) return;
        result_.best = result_.steady.finalists.front().trial;
        result_.tied.clear();
    }

    // Before the final round, the best config that the store trusts: it was not wrong at any other
    // size. Since turns may be short, the store is queried only if its answer may have changed.
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

    void report_progress(std::string_view phase) {
        Progress progress;
        progress.tried = history().tried();
        progress.reused = history().reused();
        progress.max_evals = task_.max_evals;
        for (const auto& [outcome, count] : history().outcomes()) {
            if (outcome == Outcome::wrong) progress.wrong += count;
            if (outcome != Outcome::wrong && outcome != Outcome::ok) progress.failed += count;
        }
        progress.devices = pool_.size();
        if (const Trial* best = history().best()) progress.best = *best;
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
    SessionTime time_;  // of this turn; before the first turn, of the preparation
    std::shared_ptr<const Candidates> candidates_;
    Run draft_;  // template for the devices' runs
    TrialSource source_;
    DevicePool pool_;
    bool was_cut_off_ = false;  // the deadline has passed: the bench rejects all requests
    bool has_yielded_ = false;  // this turn ends early
    bool is_done_ = false;      // no config is left to search
    std::optional<Trial> known_best_;
    bool known_best_is_stale_ = true;
    std::chrono::nanoseconds in_earlier_turns_{0};
    bool reference_was_timed_ = false;
    Run run_;  // of the first device; each other device has its own

    EqualFailures failures_;
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
