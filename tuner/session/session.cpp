// SPDX-License-Identifier: MIT
// Runs the whole session. In each turn: take a config from the source, submit it to a device,
// handle the result. Then audit deferred configs. The last turn ends with the final round.
#include "tuner/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "tuner/catalog/store_text.hpp"
#include "tuner/evaluation/device_pool.hpp"
#include "tuner/session/best_in_store.hpp"
#include "tuner/session/equal_failures.hpp"
#include "tuner/session/final_round.hpp"
#include "tuner/session/reference_timing.hpp"
#include "tuner/session/session_time.hpp"
#include "tuner/session/trial_source.hpp"

namespace hone {

Finals finals_of(const Task& task) {
    return task.objective == Objective::time ? Finals::timed : Finals::sustained;
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
          turn_{.time = SessionTime(SessionTime::to_prepare(task.time_limit), false)},
          candidates_(candidates_of(task)),
          run_template_(run_template_of(task, store, *candidates_)),
          source_(task, store, *candidates_, run_template_.key,
                  {.search_continues = [this] { return search_continues(); },
                   .on_recalled = [this](const Trial& trial) { note_failure(trial); }}),
          best_in_store_(store, run_template_.key, task.setup.space, *candidates_),
          pool_({.setup = task.setup,
                 .pruner = source_.pruner(),
                 .run_template = run_template_,
                 .store = store,
                 .timeouts = task.timeouts,
                 .make_bench = task.make_bench,
                 .passed_checks = task.passed_checks,
                 .forced = task.forced},
                task.other_devices) {}

    // An unfinished session counts as interrupted.
    ~Impl() {
        try {
            if (!is_finished_) pool_.end(State::interrupted);
        } catch (const std::exception&) {  // the earlier error is already reported
        }
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    // Builds the first configs while the reference is compiled and timed, or during another
    // kernel's turn.
    void prepare() {
        if (task_.resume) {
            source_.recall(store_.trials(run_template_.key));
            source_.defer_cut_off(store_.cut_off(run_template_.key));
        }
        if (stop_) return;
        Evaluator& evaluator = pool_.primary().evaluator();
        for (const Plan& plan : source_.queue_first(evaluator.prebuild_depth()))
            evaluator.prebuild(plan);
    }

    TurnResult run(const SessionTurn& turn) {
        begin_turn(turn);
        time_reference();
        if (!turn.yields) time_first_config();
        if (turn.part != SessionTurn::Part::finals) search();
        if (turn.part != SessionTurn::Part::search) run_final_round();
        return end_turn();
    }

    TuningResult finish() {
        source_.store_counts(run_.id);
        pool_.end(stop_ ? State::interrupted : State::finished);
        is_finished_ = true;
        fill_result();
        return std::move(result_);
    }

  private:
    // What begins anew with each turn.
    struct TurnState {
        SessionTurn given = {};
        SessionTime time;          // before the first turn, of the preparation
        bool is_cut_off = false;   // the deadline has passed: the bench rejects all requests
        bool has_yielded = false;  // the turn ends early
    };

    void begin_turn(const SessionTurn& turn) {
        turn_ = {.given = turn,
                 .time = SessionTime(turn.limit, task_.audit > 0, finals_of(task_, turn))};
        pool_.begin_turn(turn.end, turn.for_first_result);
        run_ = pool_.primary().run();
        source_.set_incumbent(turn.incumbent_ns);
    }

    // Only in the first turn.
    void time_reference() {
        if (std::exchange(reference_was_timed_, true)) return;
        if (turn_.given.reference) {
            result_.reference = turn_.given.reference;
            result_.reference->run = run_.id;
            store_.add(*result_.reference);
            return;
        }
        report_progress("timing the reference");
        EvaluatorBench& bench = pool_.primary().evaluator().bench();
        const bool is_own = task_.setup.space.check.has_value();
        auto reference = reference_timing(bench, run_, is_own, turn_.time.for_reference());
        if (!reference) return;
        result_.reference_fault = bench.reference_fault();
        if (reference->samples.empty() && reference->message.empty()) return;
        reference->time = median_interval(reference->samples);
        store_.add(*reference);
        result_.reference = *reference;
    }

    // Times the default config first, even if little time is left or other builds are queued.
    // Where nothing is known of the problem, a kernel without a default config gets one result
    // too.
    void time_first_config() {
        if (stop_ || !(source_.default_is_pending() || lacks_result())) return;
        const bool is_alone = turn_.given.part == SessionTurn::Part::finals;
        if (auto first = source_.next()) submit(std::move(*first));
        while (!is_alone && source_.has_queued() && pool_.has_capacity())
            if (auto request = source_.next()) submit(std::move(*request));
        while (is_awaited() && pool_.in_flight() > 0 && !turn_.is_cut_off)
            handle_result(pool_.wait());
    }

    bool is_awaited() const { return source_.default_is_pending() || lacks_result(); }

    bool lacks_result() const {
        return turn_.given.for_first_result.count() > 0 && !history().best();
    }

    void search() {
        turn_.time.begin_search();
        constexpr std::array phases = {&TrialSource::next, &TrialSource::next_deferred,
                                       &TrialSource::next_cut_off};
        for (const NextRequest next : phases) run_phase(next, &Impl::search_continues);
        is_done_ = !turn_.has_yielded && time_is_left();
        run_phase(&TrialSource::next_audited, &Impl::audit_continues);
    }

    void run_final_round() {
        if (stop_) return;
        report_progress("measuring the finalists");
        const FinalCandidates candidates{.fastest = history().fastest(),
                                         .always_timed = source_.default_config(),
                                         .time = turn_.time,
                                         .other_kernel_ns = turn_.given.incumbent_ns};
        const FinalRanking ranking = rank_finalists(pool_.primary().evaluator(), candidates, stop_);
        result_.best = ranking.best;
        result_.tied = ranking.tied;
        note_defaults(ranking.finals);
        if (task_.objective != Objective::time) run_sustained_round(candidates, ranking.finals);
    }

    TurnResult end_turn() {
        pool_.rest();
        in_earlier_turns_ += turn_.time.elapsed();
        was_too_short_ = !stop_ && !is_done_ && history().tried() == 0;
        return {.best = best(),
                .was_too_short = was_too_short_,
                .cut_off_run = pool_.primary().evaluator().bench().run_at_end(),
                .is_done = is_done_,
                .tried = history().tried(),
                .reference = result_.reference};
    }

    // The search ----------------------------------------------------------------------------------

    using NextRequest = std::optional<EvalRequest> (TrialSource::*)();
    using Continues = bool (Impl::*)() const;

    bool time_is_left() const {
        return !stop_ && !turn_.is_cut_off && !turn_.time.search_is_over();
    }

    bool search_continues() const {
        return time_is_left() && !turn_.has_yielded && !has_converged_ &&
               failures_.reason().empty();
    }

    bool audit_continues() const {
        return !stop_ && !turn_.is_cut_off && !turn_.has_yielded && !turn_.time.audit_is_over();
    }

    // Submits the next requests while the phase continues, and handles results.
    void run_phase(NextRequest next, Continues continues) {
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
                turn_.has_yielded |= yields();
        }
    }

    // Near the end of the last search: submits no config whose build would be abandoned.
    bool has_time_for_another() {
        return turn_.given.part == SessionTurn::Part::search || turn_.time.search_is_over() ||
               pool_.has_time(turn_.time.search_left());
    }

    // A built config runs while others are built. A CPU either builds or runs, so this would delay
    // its builds.
    void submit_built() {
        if (!pool_.builds_beside_runs()) return;
        if (auto built = source_.next_built()) submit(std::move(*built));
    }

    void submit(EvalRequest request) {
        request.incumbent_ns = source_.incumbent_ns();
        pool_.submit(std::move(request));
    }

    // The wait is short, so that the session notices the time limit, or that another kernel could
    // run.
    std::chrono::milliseconds longest_wait() const {
        return std::chrono::milliseconds(turn_.given.yields ? 10 : 50);
    }

    // A turn lasts at least a few times as long as opening the bench took.
    bool yields() {
        constexpr int worth = 4;
        return turn_.given.yields && pool_.waits_for_builds() &&
               turn_.time.elapsed() > worth * pool_.opening_time();
    }

    void handle_result(const EvalResult& result) {
        const Trial& trial = result.trial;
        turn_.is_cut_off |= result.cut_off();
        if (result.cut_off()) return source_.put_back({result.request});
        best_in_store_.note(result, history());
        source_.store_counts(run_.id);
        failures_.update(trial);
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
        has_converged_ |= target_reached || (source_.converged() && task_.stops_when_converged);
    }

    void note_failure(const Trial& trial) {
        if (trial.outcome != Outcome::ok) result_.failure = trial.message;
    }

    // The result ----------------------------------------------------------------------------------

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
    void run_sustained_round(const FinalCandidates& candidates, const std::vector<Trial>& finals) {
        report_progress("measuring under sustained load");
        result_.sustained =
            rank_sustained(pool_.primary().evaluator(), task_.objective, candidates, finals, stop_);
        if (result_.sustained.finalists.empty()) return;
        result_.best = result_.sustained.finalists.front().trial;
        result_.tied.clear();
    }

    // The winner of the final round, if there was one.
    std::optional<Trial> best() { return result_.best ? result_.best : best_in_store_.get(); }

    void fill_result() {
        result_.run = *store_.run(run_.id);
        result_.cut_off = store_.cut_off(run_template_.key).size();
        if (turn_.given.reference)
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
        result_.converged = has_converged_;
        result_.was_too_short = was_too_short_;
        result_.best = best();
        result_.given_up =
            !result_.best && was_too_short_ ? words_of_too_short() : failures_.reason();
        if (!result_.best && result_.failure.empty()) result_.failure = words_of_known_wrong();
    }

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
        found.bind(":device_id", run_template_.key.device)
            .bind(":kernel_id", run_template_.key.kernel);
        if (!found.bind(":config", ran->config).step()) return {};
        return fmt::format("known to be wrong since run {}: {}",
                           found.text(found.column("run_id")).substr(0, 10),
                           found.text(found.column("why")));
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
        if (const Trial* fastest = history().best()) progress.best = *fastest;
        progress.phase = phase;
        progress.elapsed = in_earlier_turns_ + turn_.time.elapsed();
        progress.left = turn_.time.all_left();
        on_progress_(progress);
    }

    const TrialHistory& history() const { return source_.history(); }

    const Task& task_;
    Store& store_;
    ProgressCallback on_progress_;
    const std::atomic<bool>& stop_;
    TurnState turn_;
    std::shared_ptr<const Candidates> candidates_;
    Run run_template_;  // of the devices
    TrialSource source_;
    BestInStore best_in_store_;
    DevicePool pool_;
    Run run_;  // of the first device; each other device has its own

    EqualFailures failures_;
    bool has_converged_ = false;
    bool is_done_ = false;        // no config is left to search
    bool was_too_short_ = false;  // the last turn: its time was over before a config was tried
    bool reference_was_timed_ = false;
    bool is_finished_ = false;
    std::chrono::nanoseconds in_earlier_turns_{0};
    TuningResult result_;  // what is found, until fill_result adds the counts
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
