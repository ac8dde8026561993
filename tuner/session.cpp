// SPDX-License-Identifier: MIT
// The whole program: candidates, strategy, run; while the strategy asks: judge, evaluate, tell,
// observe; then an audit of what was put off, the finalists side by side, the end.
#include "tuner/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>

#include "db/device_id.hpp"
#include "tuner/config.hpp"
#include "tuner/defaults.hpp"
#include "tuner/device_facts.hpp"
#include "tuner/drift.hpp"
#include "tuner/elsewhere.hpp"
#include "tuner/evaluator.hpp"
#include "tuner/finals.hpp"
#include "tuner/foresight.hpp"
#include "tuner/records.hpp"
#include "tuner/search/stop.hpp"
#include "tuner/search/strategy.hpp"
#include "tuner/sieve.hpp"

namespace hone {
namespace {

using Time = std::chrono::steady_clock;

Names names_for(const BenchSetup& setup) {
    Names names = device_names(setup.device.device);
    names.merge(names_of(setup.problem));
    return names;
}

Run begin_run(const Task& task, Store& store, const Candidates& candidates) {
    Run run;
    run.subject = subject_of(task.setup, store);
    run.strategy = task.strategy;
    run.seed = static_cast<std::int64_t>(task.setup.seed);
    run.candidates = candidates.count() ? text(*candidates.count()) : "";
    run.tool = fmt::format("hone {}", config::version);
    run.command = task.command;
    run.pci = task.setup.device.device.pci;
    run.uuid = task.setup.device.device.uuid;
    return store.start(run);
}

Ground ground_of(const Task& task, Store& store, const Candidates& candidates) {
    const Space& space = task.setup.space;
    Ground ground{candidates, axes_of(space), traits_of(space, names_for(task.setup))};
    if (task.transfer)
        ground.elsewhere = elsewhere_of(store, subject_of(task.setup, store), space, candidates);
    ground.seed = task.setup.seed;
    ground.foresight = foresight_of(task.setup);
    return ground;
}

class Session {
  public:
    Session(const Task& task, Store& store, const Watch& watch, const std::atomic<bool>& stop)
        : task_(task),
          store_(store),
          watch_(watch),
          stop_(stop),
          candidates_(task.setup.space, names_for(task.setup), task.where),
          strategy_(make_strategy(task.strategy, ground_of(task, store, candidates_))),
          run_(begin_run(task, store, candidates_)),
          evaluator_(task.setup, task.limits, store, run_, task.forced),
          drift_(evaluator_, store, run_) {}

    Findings tune() {
        if (task_.incumbent_ns > 0 && !candidates_.empty())
            evaluator_.was_reached(candidates_.at(0), task_.incumbent_ns);
        remember_earlier_runs();
        time_reference();
        try_the_defaults();
        began_ = Time::now();
        while (const auto config = next()) {
            strategy_->tell(*config, evaluate(*config, Purpose::search));
            if (found_enough()) break;
        }
        if (!findings_.found_enough) try_what_was_put_off();
        audit();
        choose();
        return finish();
    }

  private:
    void remember_earlier_runs() {
        if (!task_.resume) return;
        for (const Trial& trial : store_.trials(run_.subject)) {
            const auto config = config_from(task_.setup.space, trial.config);
            if (config && candidates_.contains(*config)) known_[*config] = trial;
        }
    }

    void time_reference() {
        observe("timing the reference");
        constexpr int repeats = 7;
        Peer peer;
        peer.run = run_.id;
        peer.name = "clblast";
        peer.samples = evaluator_.bench().reference(repeats, peer.message);
        findings_.reference_fault = evaluator_.bench().reference_fault();
        if (peer.samples.empty() && peer.message.empty()) return;
        peer.time = estimate(peer.samples);
        store_.add(peer);
        findings_.reference = peer;
    }

    // What is run where nobody tunes, so that one can say what tuning bought.
    void try_the_defaults() {
        const auto config = default_config(task_.setup.kernel.source, task_.setup.space);
        if (!config || !candidates_.contains(*config) || enough(0) || stop_) return;
        const auto known = known_.find(*config);
        if (known != known_.end() && known->second.purpose == Purpose::standard) return;
        if (evaluator_.judge(*config, 0).ruling == Verdict::Ruling::rejected) return;
        evaluate(*config, Purpose::standard);
    }

    // The next config to try, as long as there is time for one. Those behind it are being built.
    std::optional<Config> next() {
        while (asked_.size() <= evaluator_.lead() && !enough(asked_.size()) && time_is_left()) {
            const auto config = strategy_->ask();
            if (!config) break;
            if (settled(*config)) continue;
            asked_.push_back(*config);
            evaluator_.build_ahead(*config);
        }
        if (asked_.empty() || !time_is_left()) return std::nullopt;
        const Config first = std::move(asked_.front());
        asked_.pop_front();
        return first;
    }

    bool enough(std::size_t under_way) const {
        return task_.max_evals && tried_.size() + under_way >= *task_.max_evals;
    }

    // The target is reached, or, where nobody set a limit, hardly anything is left to gain.
    bool found_enough() {
        findings_.outlook = strategy_->outlook();
        const bool calm = calm_.lasts(findings_.outlook);
        const bool reached =
            task_.target && findings_.outlook && findings_.outlook->best_share >= *task_.target;
        findings_.found_enough = reached || (calm && task_.stops_itself);
        return findings_.found_enough;
    }

    // What an earlier run knows, or the rules keep out, is told without a trial.
    bool settled(const Config& config) {
        if (const auto earlier = known_.find(config); earlier != known_.end()) {
            if (!tried_.contains(config)) ++findings_.known;
            strategy_->tell(config, learn(config, earlier->second));
            return true;
        }
        if (task_.forced) return false;
        if (!sieve_.keeps_out(config, evaluator_.judge(config, incumbent_ns()))) return false;
        strategy_->tell(config, std::nullopt);
        return true;
    }

    bool time_is_left() const {
        return !stop_ && !(task_.time_limit && Time::now() - began_ >= *task_.time_limit);
    }

    // Its time, or nothing where it failed.
    std::optional<double> evaluate(const Config& config, Purpose purpose) {
        sieve_.store_counts(store_, run_.id);
        const Trial trial = evaluator_.evaluate(config, purpose, incumbent_ns());
        known_[config] = trial;
        const auto time = learn(config, trial);
        const auto drifted = drift_.after(config, trial, incumbent_ns());
        for (const auto& [again, measured] : drifted) known_[again] = measured;
        if (!drifted.empty()) best_ = fastest();
        return time;
    }

    std::optional<double> learn(const Config& config, const Trial& trial) {
        if (tried_.insert(config).second) ++findings_.outcomes[trial.outcome];
        if (trial.outcome == Outcome::ok && (!best_ || faster(trial, *best_))) best_ = trial;
        observe("searching");
        return trial.outcome == Outcome::ok ? std::optional(trial.time.median) : std::nullopt;
    }

    // Nothing better is left to ask for, so what looked slow gets its turn.
    void try_what_was_put_off() {
        while (time_is_left() && !enough(0)) {
            const auto waiting = sieve_.next();
            if (!waiting) break;
            evaluate_audited(*waiting, Purpose::search);
        }
    }

    // An even sample of what is still put off, so that each rule answers for its verdicts.
    void audit() {
        const auto best = best_;
        Random random(task_.setup.seed);
        for (std::size_t i = 0; i < task_.audit && !stop_; ++i) {
            const auto waiting = sieve_.draw(random);
            if (!waiting) break;
            observe("auditing");
            evaluate_audited(*waiting, Purpose::audit);
        }
        for (const Pruned& pruned : sieve_.pruned()) {
            const std::string& rule = pruned.rule;
            Audited audited{.rule = rule};
            for (const Trial& trial : store_.audited(run_.id, rule)) {
                ++audited.timed;
                if (trial.outcome != Outcome::ok || !best) continue;
                audited.within += trial.time.median <= 1.05 * best->time.median;
                audited.better += trial.time.median < best->time.median;
            }
            if (audited.timed > 0) findings_.audit.push_back(audited);
        }
    }

    void evaluate_audited(const Sieve::PutOff& waiting, Purpose purpose) {
        const auto& [config, rule] = waiting;
        if (known_.contains(config)) return;
        const Trial trial = evaluator_.evaluate(config, purpose, incumbent_ns());
        known_[config] = trial;
        store_.add_audit(trial.id, std::string(rule));
        learn(config, trial);
    }

    void choose() {
        if (stop_) return;
        observe("measuring the finalists");
        const Choice choice = choose_best(evaluator_, store_, run_, task_.setup, known_, stop_);
        findings_.best = choice.best;
        findings_.tied = choice.tied;
    }

    Findings finish() {
        sieve_.store_counts(store_, run_.id);
        store_.end(run_.id, stop_ ? State::interrupted : State::finished);
        findings_.run = *store_.run(run_.id);
        findings_.candidates = candidates_.count().value_or(~Index{0});
        findings_.tried = tried_.size();
        findings_.drifts = drift_.count();
        findings_.pruned = sieve_.pruned();
        if (!findings_.best) findings_.best = best_so_far();
        return findings_;
    }

    // Without finals it is what the store trusts: never one that was wrong at another size.
    std::optional<Trial> best_so_far() {
        const auto best = store_.best(run_.subject);
        const auto config =
            best ? config_from(task_.setup.space, best->trial.config) : std::nullopt;
        return config && candidates_.contains(*config) ? std::optional(best->trial) : std::nullopt;
    }

    static bool faster(const Trial& a, const Trial& b) { return a.time.median < b.time.median; }

    std::optional<Trial> fastest() const {
        const Trial* best = nullptr;
        for (const auto& [config, trial] : known_) {
            if (trial.outcome != Outcome::ok || !tried_.contains(config)) continue;
            if (!best || faster(trial, *best)) best = &trial;
        }
        return best ? std::optional(*best) : std::nullopt;
    }

    // What a config has to beat: the upper end of the best's interval.
    double incumbent_ns() const {
        if (!best_) return task_.incumbent_ns;
        return task_.incumbent_ns > 0 ? std::min(task_.incumbent_ns, best_->time.high)
                                      : best_->time.high;
    }

    void observe(std::string_view doing) {
        Progress progress;
        progress.tried = tried_.size();
        progress.known = findings_.known;
        progress.goal = task_.max_evals;
        for (const auto& [outcome, count] : findings_.outcomes) {
            if (outcome == Outcome::wrong) progress.wrong += count;
            if (outcome != Outcome::wrong && outcome != Outcome::ok) progress.failed += count;
        }
        progress.best = best_;
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
    Run run_;
    Evaluator evaluator_;
    Drift drift_;
    Time::time_point began_ = Time::now();

    std::map<Config, Trial>
        known_;                  // the latest trial of each config, of this run and earlier ones
    std::set<Config> tried_;     // in this run's order of asking
    std::optional<Trial> best_;  // the fastest of those tried
    std::deque<Config> asked_;   // to be tried next, in this order
    Sieve sieve_;
    Findings findings_;
};

}  // namespace

Findings tune(const Task& task, Store& store, const Watch& watch, const std::atomic<bool>& stop) {
    return Session(task, store, watch, stop).tune();
}

}  // namespace hone
