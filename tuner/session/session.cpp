// SPDX-License-Identifier: MIT
// The whole program: candidates, strategy, crew; while the strategy asks: judge, give to whoever
// has room, take in what comes back, tell; then an audit of what was put off, the finalists side by
// side, the end.
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
#include "tuner/search/convergence.hpp"
#include "tuner/search/strategy.hpp"
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
    Candidates candidates(task.setup.space, names_of(task.setup), task.where);
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

Ground ground_of(const Task& task, Store& store, const Candidates& candidates) {
    const Space& space = task.setup.space;
    Ground ground{candidates, axes_of(space), traits_of(space, names_of(task.setup))};
    if (task.transfer)
        ground.elsewhere =
            elsewhere_of(store, measurement_key(task.setup, store), space, candidates);
    ground.seed = task.setup.seed;
    ground.foresight = foresight_of(task.setup);
    const std::vector<Config> rungs = climbed(space, task.setup.problem.precision);
    if (!rungs.empty()) ground.hunch = candidates.nearest(rungs.back());
    return ground;
}

class Session {
  public:
    Session(const Task& task, Store& store, const Watch& watch, const std::atomic<bool>& stop)
        : task_(task),
          store_(store),
          watch_(watch),
          stop_(stop),
          candidates_(candidates_of(task)),
          strategy_(make_strategy(task.strategy, ground_of(task, store, candidates_))),
          crew_(task.setup, task.others, task.limits, task.forced, store.connection().file(),
                draft_of(task, store, candidates_)),
          run_(crew_.first().run()),
          judge_(task.setup, task.limits, store, run_) {}

    Findings tune() {
        if (task_.incumbent_ns > 0 && !candidates_.empty())
            judge_.was_reached(judge_.plan(candidates_.at(0)), task_.incumbent_ns);
        remember_earlier_runs();
        time_reference();
        try_the_defaults();
        began_ = Time::now();
        work_off(&Session::searches, &Session::asked);
        work_off(&Session::searches, &Session::put_off);
        work_off(&Session::audits, &Session::drawn);
        choose();
        return finish();
    }

  private:
    void remember_earlier_runs() {
        if (!task_.resume) return;
        for (const Trial& trial : store_.trials(run_.key)) {
            const auto config = config_from(task_.setup.space, trial.config);
            if (config && candidates_.contains(*config)) ledger_.know(*config, trial);
        }
    }

    void time_reference() {
        observe("timing the reference");
        constexpr int repeats = 7;
        ReferenceTiming reference;
        reference.run = run_.id;
        reference.name = "clblast";
        RemoteBench& bench = crew_.first().evaluator().bench();
        reference.samples = bench.reference(repeats, reference.message);
        findings_.reference_fault = bench.reference_fault();
        if (reference.samples.empty() && reference.message.empty()) return;
        reference.time = estimate(reference.samples);
        store_.add(reference);
        findings_.reference = reference;
    }

    // Gives the crew what is next, for as long as that goes on, and takes in what comes back.
    void work_off(bool (Session::*goes_on)() const, std::optional<Errand> (Session::*next)()) {
        for (;;) {
            while ((this->*goes_on)() && crew_.has_room()) {
                auto errand = (this->*next)();
                if (!errand) break;
                give(std::move(*errand));
            }
            if (!(this->*goes_on)()) crew_.recall();
            if (crew_.under_way() == 0) return;
            take_in(crew_.wait());
        }
    }

    // What is run where nobody tunes, so that one can say what tuning bought.
    void try_the_defaults() {
        const auto config = default_config(task_.setup.kernel.source, task_.setup.space);
        if (!config || !candidates_.contains(*config) || enough() || stop_) return;
        const Trial* known = ledger_.find(*config);
        if (known && known->purpose == Purpose::default_config) return;
        if (judge_.before_build(*config, 0).ruling == Verdict::Ruling::rejected) return;
        give({.config = *config, .purpose = Purpose::default_config});
        take_in(crew_.wait());
    }

    void give(Errand errand) {
        errand.incumbent_ns = incumbent_ns();
        crew_.give(std::move(errand));
    }

    bool searches() const { return time_is_left() && !findings_.found_enough; }

    // What the strategy wants to know.
    std::optional<Errand> asked() {
        while (searches() && !enough()) {
            const auto config = strategy_->ask();
            if (!config) break;
            if (!settled(*config)) return Errand{.config = *config};
        }
        return std::nullopt;
    }

    // Nothing better is left to ask for, so what looked slow gets its turn.
    std::optional<Errand> put_off() {
        while (!enough()) {
            const auto waiting = sieve_.next();
            if (!waiting) break;
            if (!ledger_.knows(waiting->first)) return errand_for(*waiting, Purpose::search);
        }
        return std::nullopt;
    }

    bool enough() const {
        return task_.max_evals && ledger_.tried() + crew_.under_way() >= *task_.max_evals;
    }

    // The target is reached, or, where nobody set a limit, hardly anything is left to gain.
    void look_out() {
        findings_.outlook = strategy_->outlook();
        const bool calm = calm_.lasts(findings_.outlook);
        const bool reached =
            task_.target && findings_.outlook && findings_.outlook->best_share >= *task_.target;
        findings_.found_enough |= reached || (calm && task_.stops_itself);
    }

    // What an earlier run knows, or the rules keep out, is told without a trial.
    bool settled(const Config& config) {
        if (ledger_.knows(config)) {
            const Trial& earlier = ledger_.count(config, true);
            learn(config, earlier);
            strategy_->tell(config, time_of(earlier));
            return true;
        }
        if (task_.forced) return false;
        if (!sieve_.keeps_out(config, judge_.before_build(config, incumbent_ns()))) return false;
        strategy_->tell(config, std::nullopt);
        return true;
    }

    bool time_is_left() const {
        return !stop_ && !(task_.time_limit && Time::now() - began_ >= *task_.time_limit);
    }

    void take_in(const Report& report) {
        const auto& [config, trial] = std::tie(report.errand.config, report.trial);
        sieve_.store_counts(store_, run_.id);
        ledger_.know(config, trial);
        ledger_.count(config);
        for (const auto& [again, measured] : report.again) ledger_.know(again, measured);
        learn(config, trial);
        if (!report.errand.rule.empty()) {
            store_.add_audit(trial.id, std::string(report.errand.rule));
            sieve_.was_audited(report.errand.rule, trial);
        } else if (report.errand.purpose == Purpose::search) {
            strategy_->tell(config, time_of(trial));
            look_out();
        }
    }

    void learn(const Config& config, const Trial& trial) {
        if (trial.outcome == Outcome::ok) judge_.was_reached(judge_.plan(config), trial.time.low);
        observe("searching");
    }

    // Nothing where it failed.
    static std::optional<double> time_of(const Trial& trial) {
        return trial.outcome == Outcome::ok ? std::optional(trial.time.median) : std::nullopt;
    }

    bool audits() const { return !stop_; }

    // An even sample of what is still put off, so that each rule answers for its verdicts.
    std::optional<Errand> drawn() {
        while (draws_++ < task_.audit) {
            const auto waiting = sieve_.draw(random_);
            if (!waiting) break;
            if (!ledger_.knows(waiting->first)) return errand_for(*waiting, Purpose::audit);
        }
        return std::nullopt;
    }

    static Errand errand_for(const Sieve::PutOff& waiting, Purpose purpose) {
        return {.config = waiting.first, .purpose = purpose, .rule = waiting.second};
    }

    void choose() {
        if (stop_) return;
        observe("measuring the finalists");
        Hand& hand = crew_.first();
        const Choice choice = choose_best(hand.evaluator(), hand.store(), hand.run(), hand.setup(),
                                          ledger_.known(), stop_);
        findings_.best = choice.best;
        findings_.tied = choice.tied;
    }

    Findings finish() {
        sieve_.store_counts(store_, run_.id);
        crew_.end(stop_ ? State::interrupted : State::finished);
        findings_.run = *store_.run(run_.id);
        findings_.candidates = candidates_.count().value_or(~Index{0});
        findings_.tried = ledger_.tried();
        findings_.known = ledger_.recalled();
        findings_.outcomes = ledger_.outcomes();
        findings_.drifts = crew_.drifts();
        findings_.devices = crew_.size();
        findings_.apart = crew_.apart();
        findings_.lost = crew_.lost();
        findings_.pruned = sieve_.pruned();
        findings_.audit = sieve_.audit(ledger_.best());
        if (!findings_.best) findings_.best = best_so_far();
        return findings_;
    }

    // Without finals it is what the store trusts: never one that was wrong at another size.
    std::optional<Trial> best_so_far() {
        const auto best = store_.best(run_.key);
        const auto config =
            best ? config_from(task_.setup.space, best->trial.config) : std::nullopt;
        return config && candidates_.contains(*config) ? std::optional(best->trial) : std::nullopt;
    }

    // What a config has to beat: the upper end of the best's interval.
    double incumbent_ns() const {
        const Trial* best = ledger_.best();
        if (!best) return task_.incumbent_ns;
        return task_.incumbent_ns > 0 ? std::min(task_.incumbent_ns, best->time.high)
                                      : best->time.high;
    }

    void observe(std::string_view doing) {
        Progress progress;
        progress.tried = ledger_.tried();
        progress.known = ledger_.recalled();
        progress.goal = task_.max_evals;
        for (const auto& [outcome, count] : ledger_.outcomes()) {
            if (outcome == Outcome::wrong) progress.wrong += count;
            if (outcome != Outcome::wrong && outcome != Outcome::ok) progress.failed += count;
        }
        progress.devices = crew_.size();
        if (const Trial* best = ledger_.best()) progress.best = *best;
        progress.doing = doing;
        progress.elapsed = Time::now() - began_;
        progress.limit = task_.time_limit;
        watch_(progress);
    }

    const Task& task_;
    Store& store_;
    const Watch& watch_;
    const std::atomic<bool>& stop_;
    Candidates candidates_;
    std::unique_ptr<Strategy> strategy_;
    Calm calm_;
    Crew crew_;
    Run run_;  // of the first device; the others have one each
    Judge judge_;
    Time::time_point began_ = Time::now();

    Ledger ledger_;
    Sieve sieve_;
    Random random_{task_.setup.seed};
    std::size_t draws_ = 0;
    Findings findings_;
};

}  // namespace

Findings tune(const Task& task, Store& store, const Watch& watch, const std::atomic<bool>& stop) {
    return Session(task, store, watch, stop).tune();
}

}  // namespace hone
