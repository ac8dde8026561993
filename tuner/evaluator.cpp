// SPDX-License-Identifier: MIT
// The steps from config to trial.
#include "tuner/evaluator.hpp"

#include <algorithm>
#include <thread>

#include "tuner/device_facts.hpp"
#include "tuner/probe.hpp"
#include "tuner/records.hpp"

namespace hone {
namespace {

bool killed(Outcome outcome) {
    return outcome == Outcome::crash || outcome == Outcome::timeout;
}

bool died(const RunResult& result) {
    return killed(result.outcome);
}

// Half the cores; the other half checks results.
std::size_t places_for_builds(const Device& device) {
    constexpr std::size_t most = 8;
    return device.type == "cpu"
               ? 0
               : std::min<std::size_t>(most, std::thread::hardware_concurrency() / 2);
}

// What only the compiler's log says is not said again for a program out of a cache.
void complete(BuildResult& here, const BuildResult& ahead) {
    here.milliseconds = ahead.milliseconds;
    for (std::size_t i = 0; i < std::min(here.built.size(), ahead.built.size()); ++i) {
        if (here.built[i].registers > 0) continue;
        here.built[i] = ahead.built[i];
    }
}

double per_nanosecond(Store& store, const std::string& device, std::string_view name) {
    const auto probe = store.probe(device, name);
    return probe ? probe->value * 1e-9 : 0;
}

// What `hone probe` found, where it was asked; without it the roof is unknown.
Roof measured_roof(Store& store, const std::string& device, const std::string& precision) {
    return {.flops_per_ns = per_nanosecond(store, device, "fma_" + precision),
            .bytes_per_ns = per_nanosecond(store, device, probes::read_bandwidth)};
}

// Asked once and kept with the device.
std::int64_t probed_local_memory(const Found& found, const Limits& limits, Store& store,
                                 const std::string& device) {
    const std::string name(probes::local_memory_limit);
    if (!store.probe(device, name))
        probe_device(found, {name}, limits.build, store, [](const std::string&) { return true; });
    const auto probe = store.probe(device, name);
    return probe ? static_cast<std::int64_t>(probe->value) : 0;
}

void take(const RunResult& result, Trial& trial) {
    trial.outcome = result.outcome;
    trial.message = result.message;
    trial.samples = result.samples;
    trial.error = result.error;
    trial.wrong_elements = result.wrong_elements;
    trial.place = result.place;
    trial.nondeterministic = result.nondeterministic;
}

}  // namespace

Evaluator::Evaluator(const BenchSetup& setup, const Limits& limits, Store& store, const Run& run,
                     bool forced)
    : setup_(setup),
      store_(store),
      run_(run),
      forced_(forced),
      known_(device_names(setup.device.device)),
      architecture_(architecture_of(setup.device.device)),
      bench_(setup, limits),
      limits_(limits),
      places_for_builds_(places_for_builds(setup.device.device)) {
    known_.merge(names_of(setup.problem));
    requirement_ = requirement_of(setup.space, known_);
    roof_ = measured_roof(store, run.subject.device, setup.problem.precision);
    local_limit_ = probed_local_memory(setup.device, limits, store, run.subject.device);
}

Question Evaluator::question(const Plan& plan, double best_ns) const {
    return {.device = setup_.device.device,
            .plan = plan,
            .architecture = architecture_,
            .requirement = requirement_,
            .hints = read_hints(setup_.space, plan, known_),
            .built = {},
            .roof = roof_,
            .best_ns = best_ns,
            .local_limit = local_limit_};
}

Verdict Evaluator::judge(const Config& config, double best_ns) const {
    if (store_.quarantined(run_.subject.device, run_.subject.kernel,
                           config_text(setup_.space, config))) {
        return {.ruling = Verdict::Ruling::rejected,
                .rule = "quarantine",
                .reason = "it took its worker with it more than once on this device and driver"};
    }
    const Plan plan = make_plan(setup_.space, config, known_);
    return hone::judge(question(plan, best_ns), Rule::Stage::before_build);
}

Trial Evaluator::begin(const Config& config, const Plan& plan, Purpose purpose) const {
    Trial trial;
    trial.run = run_.id;
    trial.config = config_text(setup_.space, config);
    trial.purpose = purpose;
    record(plan, trial);
    return trial;
}

Trial Evaluator::evaluate(const Config& config, Purpose purpose, double incumbent_ns) {
    const Plan plan = make_plan(setup_.space, config, known_);
    Trial trial = begin(config, plan, purpose);
    // A crash is tried once more on a fresh worker: what died may have died of another's damage.
    for (int attempt = 0; attempt < 2; ++attempt) {
        bench_.open();
        store_.take_off(run_.id, trial.config, Stage::build);
        if (build(config, plan, trial)) {
            store_.take_off(run_.id, trial.config, Stage::run);
            run_built(config, incumbent_ns, trial);
        }
        if (killed(trial.outcome)) hold_against(trial.config, trial.outcome, trial.message);
        if (trial.outcome != Outcome::crash) break;
    }
    Trial added = store_.add(trial);
    if (added.outcome == Outcome::ok) lift_roof(plan, added.time.low);
    return added;
}

// A ceiling that was reached is higher than it was thought: matrix units, for one, are not probed.
void Evaluator::lift_roof(const Plan& plan, double ns) {
    if (roof_.flops_per_ns > 0) roof_.flops_per_ns = std::max(roof_.flops_per_ns, plan.flops / ns);
    if (roof_.bytes_per_ns > 0) roof_.bytes_per_ns = std::max(roof_.bytes_per_ns, plan.bytes / ns);
}

void Evaluator::was_reached(const Config& any, double ns) {
    lift_roof(make_plan(setup_.space, any, known_), ns);
}

bool Evaluator::disproved(const Config& config) {
    return store_.disproved(run_.subject.device, run_.subject.kernel,
                            config_text(setup_.space, config));
}

// True when it is built and may be run.
bool Evaluator::build(const Config& config, const Plan& plan, Trial& trial) {
    const BuildResult result = built(config);
    trial.outcome = result.outcome;
    trial.message = result.message;
    trial.build_ms = result.milliseconds;
    record(result.built, trial);
    if (result.outcome != Outcome::ok) return false;
    Question after = question(plan, 0);
    after.built = result.built;
    const Verdict verdict = hone::judge(after, Rule::Stage::after_build);
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
        Trial trial = begin(configs[i], make_plan(setup_.space, configs[i], known_), purpose);
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
            hold_against(config_text(setup_.space, configs[i]), results[i].outcome,
                         results[i].message);
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

Proof Evaluator::prove(const Config& config, const Problem& problem) {
    Proof proof{.run = run_.id,
                .config = config_text(setup_.space, config),
                .problem = problem_text(problem),
                .outcome = Outcome::crash,
                .message = ""};
    for (int attempt = 0; attempt < 2 && proof.outcome == Outcome::crash; ++attempt) {
        const RunResult result = bench_.prove(config, problem);
        proof.outcome = result.outcome;
        proof.message = result.message;
        if (killed(proof.outcome)) hold_against(proof.config, proof.outcome, proof.message);
    }
    store_.add(proof);
    return proof;
}

}  // namespace hone
