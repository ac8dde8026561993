// SPDX-License-Identifier: MIT
// Builds, runs and times configs. An error of the compiler or driver is a result. Only a device
// that fails before any config is tried throws.
#include "tuner/measure/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "db/recipe/config_check.hpp"
#include "kernels/launch/clock_check.hpp"
#include "kernels/launch/shared_context.hpp"
#include "kernels/workload/argument_types.hpp"
#include "tuner/devices/device_facts.hpp"

namespace hone {
namespace {

// Errors after which a context is unusable.
bool is_fatal(cl_int code) {
    return code == CL_INVALID_COMMAND_QUEUE || code == CL_INVALID_CONTEXT ||
           code == CL_DEVICE_NOT_AVAILABLE || code == CL_INVALID_DEVICE || code == -9999;
}

// If the config ran but its event has no times, the clock is at fault.
Outcome outcome_of(cl_int code) {
    if (code == CL_PROFILING_INFO_NOT_AVAILABLE) return Outcome::clock;
    return is_fatal(code) ? Outcome::crash : Outcome::launch;
}

// The number of copies of the inputs. Before a copy is used again, the others have evicted it from
// the cache.
std::size_t copies(const BenchSetup& setup, const Plan& plan) {
    if (!setup.cold || plan.bytes <= 0) return 1;
    constexpr double most = 16;
    const double in_cache = 2 * static_cast<double>(setup.device.device.cache) / plan.bytes;
    return static_cast<std::size_t>(std::clamp(std::ceil(in_cache) + 1, 1.0, most));
}

// Denormal inputs are used only if the device supports denormals, and the options do not let the
// program flush them to 0.
Spread spread_for(const BenchSetup& setup) {
    const auto has = setup.device.handle.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>();
    const bool denormal = (has & CL_FP_DENORM) != 0 && !lookup::relax_math(setup.options);
    return denormal ? Spread::denormal : Spread::normal;
}

// The host reads a CPU's memory, or memory shared with a GPU, as fast as its own.
bool has_own_memory(const cl::Device& device) {
    return device.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>() == CL_FALSE;
}

// Ends the measurement of a config that is not worth another run, since the first of these was so
// much slower than the best. That run becomes the only sample. Returns whether it has ended.
bool end_if_far_slower(const Samples& runs, double times_the_best, SamplingLimits limits,
                       RunResult& result) {
    limits.clearly_slower_factor = times_the_best;
    limits.clearly_slower_ns = 10e6;
    if (runs.empty() || StopRule(limits).update(std::span(runs).first(1)) != Stop::clearly_slower)
        return false;
    result.samples = {runs.front()};
    result.stop = Stop::clearly_slower;
    return true;
}

// Measurements that ended early cannot win.
bool may_win(Stop stop) {
    return stop != Stop::dominated && stop != Stop::clearly_slower;
}

// A checked run counts as a sample if it is long: a check and poisoned memory then change little.
bool is_long(std::int64_t ns) {
    constexpr std::int64_t long_run_ns = 100'000'000;
    return ns >= long_run_ns;
}

}  // namespace

Bench::Bench(BenchSetup setup, KeptReferences* products, OnReference on_reference)
    : setup_(std::move(setup)),
      context_(shared_context(setup_.device.handle)),
      queue_(timed_queue(context_, setup_.device.handle)),
      timer_(setup_.device, context_, queue_),
      products_(products),
      on_reference_(std::move(on_reference)) {
    if (const std::string fault = device_fault(); !fault.empty()) {
        throw Error(
            Exit::environment, fmt::format("{} {}", setup_.device.device.name, fault),
            "read the driver's log; resetting the device or restarting the machine may help");
    }
    prepare();
}

Bench::Bench(const Bench& first, const Problem& problem)
    : setup_(first.setup_),
      context_(first.context_),
      queue_(first.queue_),
      timer_(first.timer_),
      products_(first.products_),
      on_reference_(first.on_reference_) {
    setup_.problem = problem;
    setup_.cold = false;
    zones_ = narrow_zones;
    reference_backend_ =
        first.workload_->needs_clblast() ? ReferenceBackend::clblast : ReferenceBackend::host;
    spread_ = spread_for(setup_);
    references_ = first.references_;
    prepare();
}

std::size_t Bench::bytes() const {
    std::size_t sum = workload_->bytes() + (other_inputs_ ? other_inputs_->bytes() : 0);
    for (const auto& [text, other] : other_problems_) sum += other->bytes();
    return sum;
}

void Bench::drop_spares() {
    workload_->drop_spares();
    for (auto& [text, other] : other_problems_) other->drop_spares();
}

void Bench::prepare() {
    const Names known = known_names(setup_);
    std::optional<Plan> any;
    if (const auto first = first_candidate(setup_.space, known))
        any = make_plan(setup_.space, *first, known);
    workload_ = workload_with(setup_.seed, any ? copies(setup_, *any) : 1);
    builder_.emplace(setup_, context_);
    if (!any) return;
    workload_->prepare(*any);     // the reference may depend on values that only a config sets
    workload_->make_reference();  // now, outside of the timeout of a run
    const bool failed_now = workload_->reference_fault() != setup_.reference_fault;
    reference_lost_device_ = failed_now && !device_fault().empty();
}

std::unique_ptr<Workload> Bench::workload_with(std::uint64_t seed, std::size_t sets) {
    return make_workload(setup_.space, setup_.problem,
                         {.context = context_,
                          .device = setup_.device.handle,
                          .queue = queue_,
                          .known = device_names(setup_.device.device),
                          .seed = seed,
                          .sets = sets,
                          .zones = zones_,
                          .references = &references_,
                          .products = products_,
                          .has_own_memory = has_own_memory(setup_.device.handle),
                          .spread = spread_,
                          .reference_backend = reference_backend_,
                          .host_timer = timer_.host(),
                          .reference_fault = setup_.reference_fault,
                          .on_reference = on_reference_});
}

BuildResult Bench::build(const Plan& plan) {
    if (const LoadedProgram* const known = loaded_.use(plan.config)) return known->result;
    Compiled program;
    BuildResult result;
    if (const LoadedProgram* const alike = loaded_.alike(plan)) {
        program = alike->program;
        result = alike->result;
        result.milliseconds = 0;
        result.is_shared = true;
    } else {
        result = builder_->build(plan, program);
    }
    if (result.outcome == Outcome::ok) loaded_.add({plan, std::move(program), result});
    return result;
}

const LoadedProgram& Bench::loaded(const Config& config) const {
    const LoadedProgram* const found = loaded_.find(config);
    if (!found) throw std::logic_error("a config was run before it was built");
    return *found;
}

// Runs `work`. An OpenCL error becomes the result, and the device is checked afterwards.
RunResult Bench::guarded(const std::function<void(RunResult&)>& work) {
    RunResult result;
    try {
        work(result);
    } catch (const cl::Error& error) {
        result.outcome = outcome_of(error.err());
        result.at_fault = at_fault_by(error.err());
        result.message = error_text(error);
        result.device_lost = is_fatal(error.err()) || !device_fault().empty();
    }
    return result;
}

// A config with wrong elements is built and run once more. If that run is correct, the config is
// unsteady, which is still wrong: a kernel with a race is correct only sometimes. A config that
// writes out of bounds is not run again.
RunResult Bench::run(const Config& config, const SamplingLimits& limits,
                     const std::function<void()>& on_stage) {
    const LoadedProgram& kernel = loaded(config);
    RunResult result = run_built(kernel, limits, on_stage);
    if (result.outcome != Outcome::wrong || result.wrong_elements == 0) return result;
    on_stage();
    const RunResult again = check_built_anew(kernel.plan, on_stage);
    if (again.outcome == Outcome::ok)
        result.message = "unsteady, right when it was built and run again: " + result.message;
    result.device_lost |= again.device_lost;
    return result;
}

RunResult Bench::run_built(const LoadedProgram& kernel, const SamplingLimits& limits,
                           const std::function<void()>& on_stage) {
    return guarded([&](RunResult& result) {
        if (kernel.plan.launches.empty()) {
            result.outcome = Outcome::launch;
            result.message = "no launch's `when` holds";
            return;
        }
        if (!prepare(kernel, result)) return;
        LaunchRotation rotation = launch_rotation(kernel);
        result.message = argument_misfit(setup_.space, setup_.problem.precision,
                                         rotation.first().kernels(), kernel.plan.launches);
        if (!result.message.empty()) result.outcome = Outcome::launch;
        Samples first;
        const auto run_first = [&] { time_first(rotation, first); };
        if (result.outcome == Outcome::ok) check_first(run_first, result, on_stage);
        if (result.outcome != Outcome::ok || end_if_far_slower(first, 4, limits, result)) return;
        Samples checked;
        const auto run_checked = [&] { time_checked(rotation, checked); };
        check_second(run_checked, result, on_stage);
        if (result.outcome != Outcome::ok || end_if_far_slower(checked, 2, limits, result)) return;
        check_again(run_checked, result, on_stage);
        if (result.outcome != Outcome::ok) return;
        take_samples(rotation, checked, limits, result);
        if (result.outcome != Outcome::ok) return;
        on_stage();
        check_as_left(result, workload_->sets());
        if (result.outcome == Outcome::ok && may_win(result.stop))
            check_last([&] { run(rotation.first()); }, result, on_stage);
    });
}

// Like time_checked. For the host's clock the first run includes the work of drivers that compile then.
void Bench::time_first(LaunchRotation& rotation, Samples& times) {
    if (timer_.host()) return run(rotation.first());
    time_checked(rotation, times);
}

// Adds the time of a run that is then checked. Adds none if several sets of buffers are used in turn,
// or if the clock's time is implausible.
void Bench::time_checked(LaunchRotation& rotation, Samples& times) {
    if (workload_->sets() > 1) return run(rotation.first());
    const RunTime time = timer_.time_once(rotation);
    if (time.fault.empty()) times.push_back(time.ns);
}

// Times runs until there are enough samples. `checked` are the times of the runs before.
void Bench::take_samples(LaunchRotation& rotation, const Samples& checked,
                         const SamplingLimits& limits, RunResult& result) {
    const auto just_ran = checked.empty() ? std::nullopt : std::optional(checked.back());
    const std::size_t batch = timer_.warm_up(rotation, before_each_run(), just_ran);
    StopRule stop_rule(limits);
    const auto add = [&](std::int64_t ns) {
        result.samples.push_back(ns);
        result.stop = stop_rule.update(result.samples);
    };
    for (const std::int64_t ns : checked)
        if (is_long(ns)) add(ns);
    while (result.stop == Stop::not_yet) {
        const std::int64_t sample = time_run(rotation, batch, result);
        if (result.outcome != Outcome::ok) return;
        add(sample);
    }
}

LaunchRotation Bench::launch_rotation(const LoadedProgram& kernel) {
    std::vector<Launcher> launchers;
    for (std::size_t set = 0; set < workload_->sets(); ++set)
        launchers.emplace_back(kernel.program.program, kernel.plan.launches,
                               workload_->bindings(set));
    return {std::move(launchers), next_set_};
}

// A time that the clock cannot have measured becomes the outcome.
std::int64_t Bench::time_run(LaunchRotation& rotation, std::size_t times, RunResult& result) {
    RunTime time = timer_.time(rotation, times, before_each_run());
    if (!time.fault.empty()) {
        result.outcome = Outcome::clock;
        result.message = std::move(time.fault);
    }
    return time.ns;
}

// Buffers that are read and written are restored before each run; this is not timed.
std::function<void()> Bench::before_each_run() const {
    if (!workload_->restores()) return {};
    return [this] { workload_->restore(); };
}

// Omits times that the clock cannot have measured. A wrong reference has no times, since it is not
// a valid comparison.
Samples Bench::reference(int repeats, double longest) {
    if (!workload_->reference_fault().empty()) return {};
    Samples samples;
    for (const double seconds : workload_->reference_times(repeats, longest)) {
        const auto nanoseconds = static_cast<std::int64_t>(seconds * 1e9);
        if (nanoseconds > 0) samples.push_back(nanoseconds);
    }
    return samples;
}

}  // namespace hone
