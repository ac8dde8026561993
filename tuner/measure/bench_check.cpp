// SPDX-License-Identifier: MIT
// Whether what a run leaves is right: on the problem that is tuned for, twice, and on others.
#include <algorithm>

#include "tuner/catalog/store_text.hpp"
#include "tuner/measure/bench.hpp"

namespace hone {
namespace {

void judge(const Comparison& found, RunResult& result) {
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

// A poisoned output, one run, the verdict; then the same again, as nobody runs a kernel once.
void Bench::check(const Launcher& launcher, RunResult& result,
                  const std::function<void()>& on_stage) {
    run_from_poison(launcher);
    on_stage();
    judge(workload_->check(), result);
    on_stage();
    if (result.outcome == Outcome::ok) check_again(launcher, result, on_stage);
}

// Another run must leave the same bits. Where it does not, that is said, and they must be right
// too.
void Bench::check_again(const Launcher& launcher, RunResult& result,
                        const std::function<void()>& on_stage) {
    run_from_poison(launcher);
    on_stage();
    const Comparison again = workload_->check_repeat();
    if (again.passed) return;
    result.nondeterministic = true;
    judge(workload_->check(), result);
    on_stage();
    if (result.outcome == Outcome::ok)
        result.message = "not the same bits twice: " + again.text();
    else
        result.message = "right at first, and then: " + result.message;
}

void Bench::run_from_poison(const Launcher& launcher) {
    workload_->reset();
    launcher.enqueue(queue_);
    queue_.finish();
}

Bench& Bench::on(const Problem& problem) {
    std::unique_ptr<Bench>& other = others_[problem_text(problem)];
    if (!other) other = std::make_unique<Bench>(*this, problem);
    return *other;
}

// One program serves all problems, unless they are part of its options.
BuildResult Bench::build_for(Bench& other, const Config& config) {
    if (other.defines() != defines()) return other.build(config);
    BuildResult built = build(config);
    if (built.outcome == Outcome::ok && !other.ready_.contains(config))
        other.keep(config,
                   {make_plan(setup_.space, config, other.known_), ready(config).program, built});
    return built;
}

RunResult Bench::prove(const Config& config, const Problem& problem) try {
    return guarded([&](RunResult& result) {
        Bench& other = on(problem);
        const BuildResult built = build_for(other, config);
        if (built.outcome != Outcome::ok) {
            result.outcome = built.outcome;
            result.message = built.message;
            return;
        }
        result = other.guarded([&](RunResult& inner) {
            const Ready& kernel = other.ready(config);
            other.workload_->prepare(kernel.plan);
            const Launcher launcher(kernel.program.program, kernel.plan.launches,
                                    other.workload_->bindings());
            other.check(launcher, inner, [] {});
        });
    });
} catch (const Error& error) {
    // A config whose launches make no sense for that problem is not right for it.
    if (error.exit() != Exit::usage) throw;
    return {.outcome = Outcome::rejected, .message = error.what(), .samples = {}, .location = {}};
}

}  // namespace hone
