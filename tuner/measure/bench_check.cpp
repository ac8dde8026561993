// SPDX-License-Identifier: MIT
// Checks the results of runs on the tuned problem and on other problems. Also checks the device
// with a known kernel.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/launch/shared_context.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/measure/bench.hpp"

namespace hone {
namespace {

constexpr std::string_view known_good = R"(
__kernel void known_good(__global int* out, const int add) {
    out[get_global_id(0)] = 3 * (int)get_global_id(0) + add;
})";

void apply_comparison(const Comparison& found, RunResult& result) {
    result.error = std::max(result.error, found.right_share);
    if (found.passed) return;
    result.device_lost |= found.is_memory_spoiled;  // another process starts afresh
    const double error = found.bound > 0 ? found.error / found.bound : 0;
    result.outcome = Outcome::wrong;
    result.error = error;
    result.message = found.text();
    result.location = found.location;
    result.wrong_elements = static_cast<std::int64_t>(found.wrong);
}

}  // namespace

std::string Bench::device_fault() {
    try {
        constexpr int items = 64;
        cl::Kernel kernel(shared_program(context_, setup_.device.handle, std::string(known_good)),
                          "known_good");
        const cl::Buffer out(context_, CL_MEM_WRITE_ONLY, items * sizeof(cl_int));
        kernel.setArg(0, out);
        kernel.setArg(1, cl_int{7});
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items));
        std::vector<cl_int> result(items, -1);
        queue_.enqueueReadBuffer(out, CL_TRUE, 0, items * sizeof(cl_int), result.data());
        for (int i = 0; i < items; ++i) {
            const cl_int is = result[static_cast<std::size_t>(i)];
            const cl_int should_be = 3 * i + 7;
            if (is != should_be)
                return fmt::format(
                    "computes a wrong result with a known kernel: work-item {} writes {} instead "
                    "of {}",
                    i, is, should_be);
        }
        return {};
    } catch (const cl::Error& error) {
        return "cannot run a known kernel: " + error_text(error);
    }
}

bool Bench::prepare(const LoadedProgram& kernel, RunResult& result) {
    const Comparison harm = workload_->prepare(kernel.plan, kernel.program.program);
    if (!harm.passed) apply_comparison(harm, result);
    return harm.passed;
}

// Runs on a poisoned output, on its own result, and on a new poison.
void Bench::check(const RunOnce& run_once, RunResult& result, const OnStage& on_stage) {
    check_first(run_once, result, on_stage);
    if (result.outcome == Outcome::ok) check_second(run_once, result, on_stage);
    if (result.outcome == Outcome::ok) check_again(run_once, result, on_stage);
}

// Runs on a poisoned output and checks the whole result.
void Bench::check_first(const RunOnce& run_once, RunResult& result, const OnStage& on_stage) {
    workload_->reset();
    run_once();
    on_stage();
    apply_comparison(workload_->check(), result);
    on_stage();
}

// Runs again on its own result. Some elements are perturbed within the error bound, so that a
// kernel that skips finished work is found.
void Bench::check_second(const RunOnce& run_once, RunResult& result, const OnStage& on_stage) {
    if (workload_->is_repeatable()) workload_->perturb_outputs();
    workload_->restore();
    run_once();
    on_stage();
    check_as_left(result, 1);
}

void Bench::check_intact(RunResult& result, std::size_t set) {
    const Comparison harm = workload_->check_intact(set);
    if (!harm.passed) apply_comparison(harm, result);
}

// A second run must produce the same bits. Otherwise the result is marked as nondeterministic, and
// must still be correct.
void Bench::check_result(RunResult& result, std::size_t set) {
    check_intact(result, set);
    if (result.outcome != Outcome::ok) return;
    const Comparison again = workload_->check_repeat(set);
    if (again.passed) return;
    apply_comparison(workload_->check_perturbed(), result);
    if (result.outcome != Outcome::ok) return;
    result.nondeterministic = true;
    apply_comparison(workload_->check(set), result);
    if (result.outcome == Outcome::ok)
        result.message = "correct, but not deterministic: " + again.text();
    else
        result.message = "correct at first, then wrong: " + result.message;
}

// Checks the state after several runs: guard zones and inputs are intact. If each run writes its
// output anew, the result is checked, too. Only the first `used` sets of buffers have been used.
void Bench::check_as_left(RunResult& result, std::size_t used) {
    for (std::size_t set = 0; set < used; ++set) {
        if (result.outcome != Outcome::ok) return;
        if (workload_->is_repeatable() && set == 0)
            check_result(result, set);
        else
            check_intact(result, set);
    }
}

void Bench::check_again(const RunOnce& run_once, RunResult& result, const OnStage& on_stage,
                        Workload::Scratch scratch) {
    workload_->reset(0, scratch);
    run_once();
    on_stage();
    check_result(result, 0);
    on_stage();
}

// Poisons the result again but keeps scratch: finds kernels that skip work because scratch says
// that it is done.
void Bench::check_last(const RunOnce& run_once, RunResult& result, const OnStage& on_stage) {
    check_again(run_once, result, on_stage, Workload::Scratch::as_left);
}

// Not for the tuned problem, where this would cost a run and another reference. Spaces with
// [[prepare]] are skipped: their inputs depend on the config.
void Bench::check_other_inputs(const Plan& plan, const Launcher& launcher, RunResult& result) {
    if (!setup_.space.prepare.empty()) return;
    if (!other_inputs_) {
        constexpr std::uint64_t apart = 1'000'003;  // distance from the seeds of all inputs
        other_inputs_ = workload_with(setup_.seed + apart, 1);
        other_inputs_->prepare(plan);
        other_inputs_->make_reference();
    }
    other_inputs_->prepare(plan);
    const Comparison found = workload_->check_on_inputs_of(*other_inputs_, [&] { run(launcher); });
    if (found.passed) return;
    apply_comparison(found, result);
    result.message = "right at first, then on other inputs: " + result.message;
}

// One size is enough, since the check takes as long as the others together. Tiny inputs are not: two
// of them may have equal results.
bool Bench::needs_other_inputs(const Config& config, const Bench& other) {
    constexpr std::size_t least_bytes = 1024;
    if (other.workload_->bytes() < least_bytes || had_other_inputs_ == config) return false;
    had_other_inputs_ = config;
    return true;
}

void Bench::run(const Launcher& launcher) {
    launcher.enqueue(queue_);
    queue_.finish();
}

RunResult Bench::check_built_anew(const Plan& plan, const OnStage& on_stage) {
    return guarded([&](RunResult& result) {
        LoadedProgram kernel{plan, {}, {}};
        kernel.result = builder_->build(plan, kernel.program, DriverCache::bypassed);
        on_stage();
        result.outcome = kernel.result.outcome;
        result.at_fault = kernel.result.at_fault;
        if (result.outcome != Outcome::ok || !prepare(kernel, result)) return;
        const Launcher launcher(kernel.program.program, plan.launches, workload_->bindings());
        check([&] { run(launcher); }, result, on_stage);
    });
}

Bench& Bench::bench_for(const Problem& problem) {
    std::unique_ptr<Bench>& other = other_problems_[problem_text(problem)];
    if (!other) other = std::make_unique<Bench>(*this, problem);
    return *other;
}

// One program serves all problems, unless their sizes are among its build options.
BuildResult Bench::build_for(Bench& other, const Plan& plan) {
    const LoadedProgram* const built = loaded_.find(plan.config);
    if (!built || other.defines() != defines()) return other.build(plan);
    if (!other.loaded_.find(plan.config)) other.loaded_.add({plan, built->program, built->result});
    return built->result;
}

RunResult Bench::run_size_check(const Plan& plan, const Problem& problem) {
    return guarded([&](RunResult& result) {
        Bench& other = bench_for(problem);
        const BuildResult built = build_for(other, plan);
        if (built.outcome != Outcome::ok) {
            result.outcome = built.outcome;
            result.at_fault = built.at_fault;
            result.message = built.message;
            return;
        }
        result = other.guarded([&](RunResult& inner) {
            const LoadedProgram& kernel = other.loaded(plan.config);
            if (!other.prepare(kernel, inner)) return;
            const Launcher launcher(kernel.program.program, kernel.plan.launches,
                                    other.workload_->bindings());
            const auto run_once = [&] { other.run(launcher); };
            other.check(run_once, inner, [] {});
            if (inner.outcome == Outcome::ok) other.check_last(run_once, inner, [] {});
            if (inner.outcome == Outcome::ok && needs_other_inputs(plan.config, other))
                other.check_other_inputs(kernel.plan, launcher, inner);
        });
    });
}

}  // namespace hone
