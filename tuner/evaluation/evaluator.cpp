// SPDX-License-Identifier: MIT
// The steps from a config to its trial.
#include "tuner/evaluation/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/enum_words.hpp"
#include "db/model/median_interval.hpp"
#include "spaces/base/error.hpp"
#include "spaces/candidates/candidates.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/evaluation/trial_fields.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/worker/timeouts.hpp"

namespace hone {
namespace {

bool lost_worker(Outcome outcome) {
    return outcome == Outcome::crash || outcome == Outcome::timeout;
}

bool run_lost_worker(const RunResult& result) {
    return lost_worker(result.outcome);
}

// A check that takes too long at another size may have a correct result.
AtFault at_fault_of_size_check(const RunResult& check) {
    return check.outcome == Outcome::timeout ? AtFault::time_limit : check.at_fault;
}

// A device failure or a timeout at another size does not make the config wrong. It is not
// recommended, but may be tried again.
Outcome size_check_outcome(const SizeCheck& check) {
    return check.at_fault == AtFault::config ? Outcome::wrong : check.outcome;
}

void add_timing(const CheckedTiming& timing, Trial& trial) {
    static_cast<CheckedTiming&>(trial) = timing;
}

// Configs from another size are timed briefly: if one is faster than the best, a final round
// follows. For runs of microseconds, host work takes ten times the device time.
SamplingLimits limits_for(Purpose purpose, double incumbent_ns) {
    constexpr double short_ns = 4e6;
    constexpr std::size_t few = 50;
    SamplingLimits limits{.incumbent_ns = incumbent_ns};
    if (purpose == Purpose::transfer) {
        limits.min_ns = short_ns;
        limits.max_samples = few;
    }
    return limits;
}

// Identifies a board, and a kernel as it is built there.
std::string built_on(const BenchSetup& setup, const Run& run) {
    return fmt::format("{} {} {} {} {}", run.key.device, run.uuid, run.pci, run.key.kernel,
                       setup.options);
}

}  // namespace

Evaluator::Evaluator(const BenchSetup& setup, Store& store, const Run& run, Pruner pruner,
                     std::unique_ptr<EvaluatorBench> bench, std::shared_ptr<PassedChecks> passed,
                     bool forced)
    : setup_(setup),
      store_(store),
      run_(run),
      pruner_(std::move(pruner)),
      bench_(std::move(bench)),
      sizes_(setup, built_on(setup, run), std::move(passed)),
      forced_(forced) {}

Trial Evaluator::begin_trial(const Plan& plan, Purpose purpose) const {
    Trial trial;
    trial.run = run_.id;
    trial.config = text_of(plan.config);
    trial.purpose = purpose;
    fill_trial(plan, trial);
    return trial;
}

// A config that the time limit cuts off stays marked as in flight. The config is not the cause of
// any other exception here, so its mark is removed.
Trial Evaluator::evaluate(const Plan& plan, Purpose purpose, double incumbent_ns) {
    try {
        return try_plan(plan, purpose, incumbent_ns);
    } catch (const TimeIsUp&) {
        throw;
    } catch (...) {
        store_.mark_finished(run_.id, text_of(plan.config));
        throw;
    }
}

Trial Evaluator::try_plan(const Plan& plan, Purpose purpose, double incumbent_ns) {
    Trial trial = begin_trial(plan, purpose);
    // A crash is retried once on a fresh worker: another config may have caused it.
    for (int attempt = 0; attempt < 2; ++attempt) {
        bench_->open();
        store_.mark_started(run_.id, trial.config, Stage::build);
        if (build(plan, trial)) {
            store_.mark_started(run_.id, trial.config, Stage::run);
            run_built(plan.config, incumbent_ns, trial);
        }
        if (lost_worker(trial.outcome))
            record_crash(trial.config, trial.outcome, trial.message, trial.at_fault);
        // Records the workers that it loses itself.
        check_sizes(plan.config, incumbent_ns, trial);
        if (trial.outcome != Outcome::crash) break;
    }
    if (trial.outcome == Outcome::ok) bench_->first_result_is_known();
    return store_.add(trial);
}

bool Evaluator::can_run(const Config& config) const {
    return may_run(setup_.space, config, known()) &&
           apply_rules(config).decision != RuleVerdict::Decision::rejected;
}

std::string Evaluator::text_of(const Config& config) const {
    return config_text(setup_.space, config);
}

bool Evaluator::known_wrong(const Config& config) {
    return store_.known_wrong(run_.key.device, run_.key.kernel, text_of(config));
}

// Returns whether the config is built and may run.
bool Evaluator::build(const Plan& plan, Trial& trial) {
    const BuildResult result = bench_->build(plan);
    trial.outcome = result.outcome;
    trial.at_fault = result.at_fault;
    trial.message = result.message;
    trial.build_ms = result.milliseconds;
    fill_trial(result.built, trial);
    if (result.outcome != Outcome::ok) return false;
    const RuleVerdict verdict = pruner_.after_build(plan, result.built);
    if (verdict.decision != RuleVerdict::Decision::rejected || forced_) return true;
    trial.outcome = Outcome::rejected;
    trial.message = verdict.reason;
    return false;
}

void Evaluator::run_built(const Config& config, double incumbent_ns, Trial& trial) {
    add_timing(bench_->run(config, limits_for(trial.purpose, incumbent_ns)), trial);
    trial.reference_at_fault = !bench_->reference_fault().empty();
    if (trial.outcome == Outcome::ok || trial.outcome == Outcome::wrong)
        trial.checked_with = bench_->checked_with();
}

// Configs up to 25 % slower are also checked at other sizes: one may be the fastest there, and
// applications only get configs that passed at other sizes.
void Evaluator::check_sizes(const Config& config, double incumbent_ns, Trial& trial) {
    constexpr double slowest = 1.25;
    if (trial.outcome != Outcome::ok) return;
    if (incumbent_ns > 0 && median_interval(trial.samples).median > slowest * incumbent_ns) return;
    const auto failed = failed_size_check(config);
    if (!failed) return;
    trial.outcome = size_check_outcome(*failed);
    trial.at_fault = failed->at_fault;
    trial.location = failed->problem;
    trial.message = fmt::format("right here, {} at {}: {}", word(failed->outcome), failed->problem,
                                failed->message);
}

void Evaluator::record_crash(const std::string& config, Outcome outcome, const std::string& why,
                             AtFault at_fault) {
    const Cause cause = outcome == Outcome::crash ? Cause::crash : Cause::timeout;
    store_.kill(run_.id, config, cause, why, at_fault);
}

// The batches have about the same size.
std::vector<Trial> Evaluator::time_interleaved(const std::vector<Config>& configs, Purpose purpose,
                                               std::size_t rounds, double max_ns) {
    const std::size_t batches = (configs.size() + max_interleaved - 1) / max_interleaved;
    std::vector<Trial> trials;
    for (std::size_t i = 1; i <= batches; ++i) {
        const auto first = configs.begin() + std::ssize(trials);
        const std::size_t end = i * configs.size() / batches;
        const std::vector<Config> batch(first, configs.begin() + static_cast<std::ptrdiff_t>(end));
        const auto results = run_interleaved(batch, rounds, max_ns);
        for (std::size_t of = 0; of < batch.size(); ++of)
            trials.push_back(add_timed(batch[of], purpose, results[of]));
    }
    return trials;
}

// The config was checked when it was tried, with the references of this bench.
Trial Evaluator::add_timed(const Config& config, Purpose purpose, const CheckedTiming& timing) {
    Trial trial = begin_trial(plan(config), purpose);
    add_timing(timing, trial);
    trial.checked_with = bench_->checked_with();
    return store_.add(trial);
}

std::vector<Samples> Evaluator::sample_interleaved(const std::vector<Config>& configs,
                                                   std::size_t rounds, double max_ns) {
    std::vector<Samples> samples;
    for (const RunResult& result : run_interleaved(configs, rounds, max_ns)) {
        samples.push_back(result.outcome == Outcome::ok ? result.samples : Samples{});
    }
    return samples;
}

SustainedResult Evaluator::time_sustained(const Config& config, double seconds) {
    bench_->open();
    const BuildResult built = bench_->build(plan(config));
    if (built.outcome != Outcome::ok)
        return {.outcome = built.outcome, .message = built.message, .at_fault = built.at_fault};
    SustainedResult result = bench_->time_sustained(config, seconds);
    if (lost_worker(result.outcome))
        record_crash(text_of(config), result.outcome, result.message, result.at_fault);
    return result;
}

// Near the deadline the limit is half of the remaining time, since checks and transfers need the
// rest.
double Evaluator::limit_by_deadline(double max_ns) const {
    const auto end = bench_->end();
    if (!end) return max_ns;
    const std::chrono::nanoseconds left = *end - std::chrono::steady_clock::now();
    return std::clamp(static_cast<double>(left.count()) / 2, 1.0, max_ns);
}

// A worker that crashes loses the programs of all configs. All are retried once; if one crashes
// again, each is timed alone and gets its own outcome.
std::vector<RunResult> Evaluator::run_interleaved(const std::vector<Config>& configs,
                                                  std::size_t rounds, double max_ns) {
    std::vector<RunResult> results;
    for (int attempt = 0; attempt < 2; ++attempt) {
        results = run_interleaved_once(configs, rounds, max_ns);
        if (std::none_of(results.begin(), results.end(), run_lost_worker)) return results;
    }
    for (std::size_t i = 0; i < configs.size(); ++i) {
        if (configs.size() > 1) results[i] = run_interleaved_once({configs[i]}, rounds, max_ns)[0];
        if (run_lost_worker(results[i]))
            record_crash(text_of(configs[i]), results[i].outcome, results[i].message,
                         results[i].at_fault);
    }
    return results;
}

std::vector<RunResult> Evaluator::run_interleaved_once(const std::vector<Config>& configs,
                                                       std::size_t rounds, double max_ns) {
    std::vector<RunResult> results(configs.size());
    std::vector<Config> built;
    std::vector<std::size_t> indices;
    bench_->open();
    for (std::size_t i = 0; i < configs.size(); ++i) {
        const BuildResult build = bench_->build(plan(configs[i]));
        results[i].outcome = build.outcome;
        results[i].at_fault = build.at_fault;
        results[i].message = build.message;
        if (lost_worker(build.outcome)) return results;
        if (build.outcome != Outcome::ok) continue;
        built.push_back(configs[i]);
        indices.push_back(i);
    }
    const std::vector<RunResult> timed =
        bench_->time_interleaved(built, rounds, limit_by_deadline(max_ns));
    for (std::size_t i = 0; i < built.size(); ++i) results[indices[i]] = timed[i];
    return results;
}

// Builds the config for the run's own problem first, since most other problems use the same
// program.
RunResult Evaluator::check_on(const Config& config, const Problem& problem) {
    RunResult result;
    try {
        const Names known = known_names(setup_.device.device, problem);
        const Plan there = make_plan(setup_.space, config, known);
        const BuildResult built = bench_->build(plan(config));
        if (built.outcome == Outcome::ok) return bench_->run_size_check(there, problem);
        result.outcome = built.outcome;
        result.at_fault = built.at_fault;
        result.message = built.message;
    } catch (const Error& error) {
        // A config whose launches are invalid for that problem counts as wrong for it.
        if (error.exit() != Exit::usage) throw;
        result.outcome = Outcome::rejected;
        result.message = error.what();
    }
    return result;
}

// Results are stored only after all sizes were checked; for a wrong config only the failure is
// stored. So an interrupted run leaves no half-checked config. If hone generated the sizes, or all were
// passed before, one row records that all were right.
std::optional<SizeCheck> Evaluator::failed_size_check(const Config& config) {
    if (sizes_.has_passed(config)) return std::nullopt;
    const bool are_generated = sizes_.are_generated();
    std::vector<SizeCheck> checks;
    const bool passed = sizes_.all_pass(config, [&](const Problem& problem) {
        checks.push_back(check_size(config, problem));
        const Outcome outcome = checks.back().outcome;
        return outcome == Outcome::ok || sizes_.may_refuse(problem, outcome);
    });
    if (!passed) {
        store_.add(checks.back());
        return checks.back();
    }
    if (are_generated || checks.empty())
        checks = {{.run = run_.id,
                   .config = text_of(config),
                   .problem = problem_text(setup_.problem),
                   .outcome = Outcome::ok,
                   .message = ""}};
    for (const SizeCheck& check : checks) store_.add(check);
    return std::nullopt;
}

// A crash or a failure of the device is retried once: the config may not be its cause.
SizeCheck Evaluator::check_size(const Config& config, const Problem& problem) {
    SizeCheck size_check{.run = run_.id,
                         .config = text_of(config),
                         .problem = problem_text(problem),
                         .outcome = Outcome::crash,
                         .message = ""};
    const auto is_to_check = [&] {
        return size_check.outcome == Outcome::crash || size_check.at_fault == AtFault::device;
    };
    for (int attempt = 0; attempt < 2 && is_to_check(); ++attempt) {
        const RunResult result = check_on(config, problem);
        size_check.outcome = result.outcome;
        size_check.message = result.message;
        size_check.at_fault = at_fault_of_size_check(result);
        if (lost_worker(result.outcome))
            record_crash(size_check.config, result.outcome, result.message, result.at_fault);
    }
    return size_check;
}

}  // namespace hone
