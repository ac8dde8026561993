// SPDX-License-Identifier: MIT
// The steps from a config to its trial.
#include "tuner/session/evaluator.hpp"

#include <algorithm>

#include "tuner/catalog/store_text.hpp"
#include "tuner/session/trial_fields.hpp"

namespace hone {
namespace {

bool lost_worker(Outcome outcome) {
    return outcome == Outcome::crash || outcome == Outcome::timeout;
}

bool run_lost_worker(const RunResult& result) {
    return lost_worker(result.outcome);
}

// Half the cores; the other half checks results.
std::size_t prebuild_workers(const LocalDevice& local) {
    constexpr std::size_t most = 8;
    return local.device.type == "cpu" ? 0 : std::min(most, local.placement.cores_per_device() / 2);
}

// A program from a cache comes without a compiler log: its values are those of the prebuild.
void fill_from_prebuild(BuildResult& loaded, const BuildResult& prebuilt) {
    loaded.milliseconds = prebuilt.milliseconds;
    for (std::size_t i = 0; i < std::min(loaded.built.size(), prebuilt.built.size()); ++i) {
        if (loaded.built[i].registers > 0) continue;
        loaded.built[i] = prebuilt.built[i];
    }
}

void copy_result(const RunResult& result, Trial& trial) {
    trial.outcome = result.outcome;
    trial.message = result.message;
    trial.samples = result.samples;
    trial.error = result.error;
    trial.wrong_elements = result.wrong_elements;
    trial.location = result.location;
    trial.nondeterministic = result.nondeterministic;
}

}  // namespace

Evaluator::Evaluator(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
                     const Run& run, bool forced)
    : setup_(setup),
      store_(store),
      run_(run),
      forced_(forced),
      pruner_(setup, timeouts, store, run),
      bench_(setup, timeouts),
      timeouts_(timeouts),
      prebuild_workers_(prebuild_workers(setup.device)) {}

Trial Evaluator::begin_trial(const Config& config, const Plan& plan, Purpose purpose) const {
    Trial trial;
    trial.run = run_.id;
    trial.config = text_of(config);
    trial.purpose = purpose;
    fill_trial(plan, trial);
    return trial;
}

Trial Evaluator::evaluate(const Config& config, Purpose purpose, double incumbent_ns) {
    const Plan plan = pruner_.plan(config);
    Trial trial = begin_trial(config, plan, purpose);
    // A crash is tried once more on a fresh worker: another config may have caused it.
    for (int attempt = 0; attempt < 2; ++attempt) {
        bench_.open();
        store_.mark_started(run_.id, trial.config, Stage::build);
        if (build(config, plan, trial)) {
            store_.mark_started(run_.id, trial.config, Stage::run);
            run_built(config, incumbent_ns, trial);
        }
        if (lost_worker(trial.outcome)) record_crash(trial.config, trial.outcome, trial.message);
        if (trial.outcome != Outcome::crash) break;
    }
    Trial added = store_.add(trial);
    if (added.outcome == Outcome::ok) pruner_.raise_roofline(plan, added.time.low);
    return added;
}

std::string Evaluator::text_of(const Config& config) const {
    return config_text(setup_.space, config);
}

bool Evaluator::known_wrong(const Config& config) {
    return store_.known_wrong(run_.key.device, run_.key.kernel, text_of(config));
}

// True when it is built and may run.
bool Evaluator::build(const Config& config, const Plan& plan, Trial& trial) {
    const BuildResult result = take_build(config);
    trial.outcome = result.outcome;
    trial.message = result.message;
    trial.build_ms = result.milliseconds;
    fill_trial(result.built, trial);
    if (result.outcome != Outcome::ok) return false;
    const Verdict verdict = pruner_.after_build(plan, result.built);
    if (verdict.decision != Verdict::Decision::rejected || forced_) return true;
    trial.outcome = Outcome::rejected;
    trial.message = verdict.reason;
    return false;
}

std::size_t Evaluator::prebuild_depth() const {
    if (prebuild_workers_ == 0) return 0;
    return prebuilds_ ? prebuilds_->depth() : 1;
}

void Evaluator::prebuild(const Config& config) {
    if (prebuild_workers_ == 0) return;
    bench_.open();
    if (!prebuilds_) prebuilds_.emplace(setup_, bench_.defines(), timeouts_, prebuild_workers_);
    prebuilds_->start(config);
}

// A failed prebuild is final; a successful one is loaded from the driver's cache here.
BuildResult Evaluator::take_build(const Config& config) {
    const auto prebuilt = prebuilds_ ? prebuilds_->take(config) : std::nullopt;
    if (prebuilt && prebuilt->outcome != Outcome::ok) return *prebuilt;
    BuildResult loaded = bench_.build(config);
    if (!prebuilt || loaded.outcome != Outcome::ok) return loaded;
    weigh_prebuilding(*prebuilt, loaded);
    fill_from_prebuild(loaded, *prebuilt);
    return loaded;
}

// Without a cache that processes share, prebuilding would compile everything twice.
void Evaluator::weigh_prebuilding(const BuildResult& prebuilt, const BuildResult& loaded) {
    constexpr std::size_t enough = 8;
    constexpr double worth = 0.5;
    ++prebuilds_used_;
    prebuild_ms_ += prebuilt.milliseconds;
    reload_ms_ += loaded.milliseconds;
    if (prebuilds_used_ >= enough && reload_ms_ > worth * prebuild_ms_) prebuild_workers_ = 0;
}

void Evaluator::run_built(const Config& config, double incumbent_ns, Trial& trial) {
    copy_result(bench_.run(config, {.incumbent_ns = incumbent_ns}), trial);
    trial.reference_at_fault = !bench_.reference_fault().empty();
    if (trial.outcome == Outcome::ok || trial.outcome == Outcome::wrong) {
        trial.checked_with = setup_.space.check ? "own reference" : "clblast+host";
    }
}

void Evaluator::record_crash(const std::string& config, Outcome outcome, const std::string& why) {
    const Cause cause = outcome == Outcome::crash ? Cause::crash : Cause::timeout;
    store_.kill(run_.id, config, cause, why);
}

std::vector<Trial> Evaluator::time_interleaved(const std::vector<Config>& configs, Purpose purpose,
                                               std::size_t rounds) {
    const std::vector<RunResult> results = run_interleaved(configs, rounds);
    std::vector<Trial> trials;
    for (std::size_t i = 0; i < configs.size(); ++i) {
        Trial trial = begin_trial(configs[i], pruner_.plan(configs[i]), purpose);
        copy_result(results[i], trial);
        trial.checked_with = setup_.space.check ? "own reference" : "clblast+host";
        trials.push_back(store_.add(trial));
    }
    return trials;
}

std::vector<Samples> Evaluator::sample_interleaved(const std::vector<Config>& configs,
                                                   std::size_t rounds) {
    std::vector<Samples> samples;
    for (const RunResult& result : run_interleaved(configs, rounds)) {
        samples.push_back(result.outcome == Outcome::ok ? result.samples : Samples{});
    }
    return samples;
}

// A worker that crashes loses the programs of all configs. All are tried once more; then each is
// timed alone and gets its own outcome.
std::vector<RunResult> Evaluator::run_interleaved(const std::vector<Config>& configs,
                                                  std::size_t rounds) {
    std::vector<RunResult> results;
    for (int attempt = 0; attempt < 2; ++attempt) {
        results = run_interleaved_once(configs, rounds);
        if (std::none_of(results.begin(), results.end(), run_lost_worker)) return results;
    }
    for (std::size_t i = 0; i < configs.size() && configs.size() > 1; ++i) {
        results[i] = run_interleaved_once({configs[i]}, rounds)[0];
        if (run_lost_worker(results[i])) {
            record_crash(text_of(configs[i]), results[i].outcome, results[i].message);
        }
    }
    return results;
}

std::vector<RunResult> Evaluator::run_interleaved_once(const std::vector<Config>& configs,
                                                       std::size_t rounds) {
    std::vector<RunResult> results(configs.size());
    std::vector<Config> built;
    std::vector<std::size_t> indices;
    bench_.open();
    for (std::size_t i = 0; i < configs.size(); ++i) {
        const BuildResult build = bench_.build(configs[i]);
        results[i].outcome = build.outcome;
        results[i].message = build.message;
        if (lost_worker(build.outcome)) return results;
        if (build.outcome != Outcome::ok) continue;
        built.push_back(configs[i]);
        indices.push_back(i);
    }
    constexpr double max_ns = 5e9;
    const std::vector<RunResult> timed = bench_.time_interleaved(built, rounds, max_ns);
    for (std::size_t i = 0; i < built.size(); ++i) results[indices[i]] = timed[i];
    return results;
}

SizeCheck Evaluator::check_other_problem(const Config& config, const Problem& problem) {
    SizeCheck size_check{.run = run_.id,
                         .config = text_of(config),
                         .problem = problem_text(problem),
                         .outcome = Outcome::crash,
                         .message = ""};
    for (int attempt = 0; attempt < 2 && size_check.outcome == Outcome::crash; ++attempt) {
        const RunResult result = bench_.check_other_problem(config, problem);
        size_check.outcome = result.outcome;
        size_check.message = result.message;
        if (lost_worker(size_check.outcome))
            record_crash(size_check.config, size_check.outcome, size_check.message);
    }
    store_.add(size_check);
    return size_check;
}

}  // namespace hone
