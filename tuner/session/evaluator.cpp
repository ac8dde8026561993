// SPDX-License-Identifier: MIT
// The steps from config to trial.
#include "tuner/session/evaluator.hpp"

#include <algorithm>

#include "tuner/catalog/store_text.hpp"
#include "tuner/session/trial_fields.hpp"

namespace hone {
namespace {

bool killed(Outcome outcome) {
    return outcome == Outcome::crash || outcome == Outcome::timeout;
}

bool died(const RunResult& result) {
    return killed(result.outcome);
}

// Half the cores; the other half checks results.
std::size_t places_for_builds(const Found& found) {
    constexpr std::size_t most = 8;
    return found.device.type == "cpu" ? 0 : std::min(most, found.seat.share() / 2);
}

// What only the compiler's log says is not said again for a program out of a cache.
void complete(BuildResult& here, const BuildResult& ahead) {
    here.milliseconds = ahead.milliseconds;
    for (std::size_t i = 0; i < std::min(here.built.size(), ahead.built.size()); ++i) {
        if (here.built[i].registers > 0) continue;
        here.built[i] = ahead.built[i];
    }
}

void take(const RunResult& result, Trial& trial) {
    trial.outcome = result.outcome;
    trial.message = result.message;
    trial.samples = result.samples;
    trial.error = result.error;
    trial.wrong_elements = result.wrong_elements;
    trial.location = result.location;
    trial.nondeterministic = result.nondeterministic;
}

}  // namespace

Evaluator::Evaluator(const BenchSetup& setup, const Limits& limits, Store& store, const Run& run,
                     bool forced)
    : setup_(setup),
      store_(store),
      run_(run),
      forced_(forced),
      judge_(setup, limits, store, run),
      bench_(setup, limits),
      limits_(limits),
      places_for_builds_(places_for_builds(setup.device)) {}

Trial Evaluator::begin(const Config& config, const Plan& plan, Purpose purpose) const {
    Trial trial;
    trial.run = run_.id;
    trial.config = text_of(config);
    trial.purpose = purpose;
    record(plan, trial);
    return trial;
}

Trial Evaluator::evaluate(const Config& config, Purpose purpose, double incumbent_ns) {
    const Plan plan = judge_.plan(config);
    Trial trial = begin(config, plan, purpose);
    // A crash is tried once more on a fresh worker: what died may have died of another's damage.
    for (int attempt = 0; attempt < 2; ++attempt) {
        bench_.open();
        store_.mark_started(run_.id, trial.config, Stage::build);
        if (build(config, plan, trial)) {
            store_.mark_started(run_.id, trial.config, Stage::run);
            run_built(config, incumbent_ns, trial);
        }
        if (killed(trial.outcome)) hold_against(trial.config, trial.outcome, trial.message);
        if (trial.outcome != Outcome::crash) break;
    }
    Trial added = store_.add(trial);
    if (added.outcome == Outcome::ok) judge_.was_reached(plan, added.time.low);
    return added;
}

std::string Evaluator::text_of(const Config& config) const {
    return config_text(setup_.space, config);
}

bool Evaluator::known_wrong(const Config& config) {
    return store_.known_wrong(run_.key.device, run_.key.kernel, text_of(config));
}

// True when it is built and may be run.
bool Evaluator::build(const Config& config, const Plan& plan, Trial& trial) {
    const BuildResult result = built(config);
    trial.outcome = result.outcome;
    trial.message = result.message;
    trial.build_ms = result.milliseconds;
    record(result.built, trial);
    if (result.outcome != Outcome::ok) return false;
    const Verdict verdict = judge_.after_build(plan, result.built);
    if (verdict.ruling != Verdict::Ruling::rejected || forced_) return true;
    trial.outcome = Outcome::rejected;
    trial.message = verdict.reason;
    return false;
}

std::size_t Evaluator::lead() const {
    if (places_for_builds_ == 0) return 0;
    return ahead_ ? ahead_->worth() : 1;
}

void Evaluator::build_ahead(const Config& config) {
    if (places_for_builds_ == 0) return;
    bench_.open();
    if (!ahead_) ahead_.emplace(setup_, bench_.defines(), limits_, places_for_builds_);
    ahead_->begin(config);
}

// What failed ahead has failed; what was built there is found again here.
BuildResult Evaluator::built(const Config& config) {
    const auto ahead = ahead_ ? ahead_->take(config) : std::nullopt;
    if (ahead && ahead->outcome != Outcome::ok) return *ahead;
    BuildResult here = bench_.build(config);
    if (!ahead || here.outcome != Outcome::ok) return here;
    weigh(*ahead, here);
    complete(here, *ahead);
    return here;
}

// A driver without a cache that processes share would build everything twice.
void Evaluator::weigh(const BuildResult& ahead, const BuildResult& here) {
    constexpr std::size_t enough = 8;
    constexpr double worth = 0.5;
    ++found_again_;
    ahead_ms_ += ahead.milliseconds;
    again_ms_ += here.milliseconds;
    if (found_again_ >= enough && again_ms_ > worth * ahead_ms_) places_for_builds_ = 0;
}

void Evaluator::run_built(const Config& config, double incumbent_ns, Trial& trial) {
    take(bench_.run(config, {.incumbent_ns = incumbent_ns}), trial);
    trial.reference_at_fault = !bench_.reference_fault().empty();
    if (trial.outcome == Outcome::ok || trial.outcome == Outcome::wrong) {
        trial.checked_with = setup_.space.check ? "own reference" : "clblast+host";
    }
}

void Evaluator::hold_against(const std::string& config, Outcome outcome, const std::string& why) {
    const Cause cause = outcome == Outcome::crash ? Cause::crash : Cause::timeout;
    store_.kill(run_.id, config, cause, why);
}

std::vector<Trial> Evaluator::side_by_side(const std::vector<Config>& configs, Purpose purpose,
                                           std::size_t rounds) {
    const std::vector<RunResult> results = duel(configs, rounds);
    std::vector<Trial> trials;
    for (std::size_t i = 0; i < configs.size(); ++i) {
        Trial trial = begin(configs[i], judge_.plan(configs[i]), purpose);
        take(results[i], trial);
        trial.checked_with = setup_.space.check ? "own reference" : "clblast+host";
        trials.push_back(store_.add(trial));
    }
    return trials;
}

std::vector<Samples> Evaluator::time_again(const std::vector<Config>& configs, std::size_t rounds) {
    std::vector<Samples> samples;
    for (const RunResult& result : duel(configs, rounds)) {
        samples.push_back(result.outcome == Outcome::ok ? result.samples : Samples{});
    }
    return samples;
}

// A worker that dies takes everybody's program with it. All begin once more, and where that does
// not help either, each is alone and answers for itself.
std::vector<RunResult> Evaluator::duel(const std::vector<Config>& configs, std::size_t rounds) {
    std::vector<RunResult> results;
    for (int attempt = 0; attempt < 2; ++attempt) {
        results = duel_once(configs, rounds);
        if (std::none_of(results.begin(), results.end(), died)) return results;
    }
    for (std::size_t i = 0; i < configs.size() && configs.size() > 1; ++i) {
        results[i] = duel_once({configs[i]}, rounds)[0];
        if (died(results[i])) {
            hold_against(text_of(configs[i]), results[i].outcome, results[i].message);
        }
    }
    return results;
}

std::vector<RunResult> Evaluator::duel_once(const std::vector<Config>& configs,
                                            std::size_t rounds) {
    std::vector<RunResult> results(configs.size());
    std::vector<Config> built;
    std::vector<std::size_t> place;
    bench_.open();
    for (std::size_t i = 0; i < configs.size(); ++i) {
        const BuildResult build = bench_.build(configs[i]);
        results[i].outcome = build.outcome;
        results[i].message = build.message;
        if (killed(build.outcome)) return results;
        if (build.outcome != Outcome::ok) continue;
        built.push_back(configs[i]);
        place.push_back(i);
    }
    constexpr double most_ns = 5e9;
    const std::vector<RunResult> timed = bench_.duel(built, rounds, most_ns);
    for (std::size_t i = 0; i < built.size(); ++i) results[place[i]] = timed[i];
    return results;
}

SizeCheck Evaluator::prove(const Config& config, const Problem& problem) {
    SizeCheck size_check{.run = run_.id,
                         .config = text_of(config),
                         .problem = problem_text(problem),
                         .outcome = Outcome::crash,
                         .message = ""};
    for (int attempt = 0; attempt < 2 && size_check.outcome == Outcome::crash; ++attempt) {
        const RunResult result = bench_.prove(config, problem);
        size_check.outcome = result.outcome;
        size_check.message = result.message;
        if (killed(size_check.outcome))
            hold_against(size_check.config, size_check.outcome, size_check.message);
    }
    store_.add(size_check);
    return size_check;
}

}  // namespace hone
