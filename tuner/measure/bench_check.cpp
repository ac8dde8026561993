// SPDX-License-Identifier: MIT
// Checks the results of a run: on the tuned problem, twice, and on other problems.
#include <algorithm>

#include "tuner/catalog/store_text.hpp"
#include "tuner/measure/bench.hpp"

namespace hone {
namespace {

void apply_comparison(const Comparison& found, RunResult& result) {
    const double error = found.bound > 0 ? found.error / found.bound : 0;
    result.error = std::max(result.error, error);
    if (found.passed) return;
    result.outcome = Outcome::wrong;
    result.error = error;
    result.message = found.text();
    result.location = found.where;
    result.wrong_elements = static_cast<std::int64_t>(found.wrong);
}

}  // namespace

// Runs once on a poisoned output and checks it, then does the same again.
void Bench::check(const Launcher& launcher, RunResult& result,
                  const std::function<void()>& on_stage) {
    run_from_poison(launcher);
    on_stage();
    apply_comparison(workload_->check(), result);
    on_stage();
    if (result.outcome == Outcome::ok) check_again(launcher, result, on_stage);
}

// A second run must leave the same bits. Where it does not, the result is marked as
// nondeterministic, and must still be right.
void Bench::check_again(const Launcher& launcher, RunResult& result,
                        const std::function<void()>& on_stage) {
    run_from_poison(launcher);
    on_stage();
    const Comparison again = workload_->check_repeat();
    if (again.passed) return;
    result.nondeterministic = true;
    apply_comparison(workload_->check(), result);
    on_stage();
    if (result.outcome == Outcome::ok)
        result.message = "correct, but not deterministic: " + again.text();
    else
        result.message = "correct at first, then wrong: " + result.message;
}

void Bench::run_from_poison(const Launcher& launcher) {
    workload_->reset();
    launcher.enqueue(queue_);
    queue_.finish();
}

Bench& Bench::bench_for(const Problem& problem) {
    std::unique_ptr<Bench>& other = other_problems_[problem_text(problem)];
    if (!other) other = std::make_unique<Bench>(*this, problem);
    return *other;
}

// One program serves all problems, unless their sizes are part of its options.
BuildResult Bench::build_for(Bench& other, const Plan& plan) {
    const auto built = loaded_.find(plan.config);
    if (built == loaded_.end() || other.defines() != defines()) return other.build(plan);
    if (!other.loaded_.contains(plan.config))
        other.cache_program({plan, built->second.program, built->second.result});
    return built->second.result;
}

RunResult Bench::check_other_problem(const Plan& plan, const Problem& problem) {
    return guarded([&](RunResult& result) {
        Bench& other = bench_for(problem);
        const BuildResult built = build_for(other, plan);
        if (built.outcome != Outcome::ok) {
            result.outcome = built.outcome;
            result.message = built.message;
            return;
        }
        result = other.guarded([&](RunResult& inner) {
            const LoadedProgram& kernel = other.loaded(plan.config);
            other.workload_->prepare(kernel.plan);
            const Launcher launcher(kernel.program.program, kernel.plan.launches,
                                    other.workload_->bindings());
            other.check(launcher, inner, [] {});
        });
    });
}

}  // namespace hone
