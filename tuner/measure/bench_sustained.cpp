// SPDX-License-Identifier: MIT
// Runs a config under sustained load while reading the device's power meter.
#include <fmt/format.h>

#include "tuner/measure/bench.hpp"
#include "tuner/measure/sustained_load.hpp"
#include "tuner/power/open_meter.hpp"
#include "tuner/power/power_log.hpp"
#include "tuner/power/power_trace.hpp"

namespace hone {
namespace {

constexpr double settling = 1;  // seconds: a GPU reaches its power limit within this time

void refuse(RunResult& result, std::string why) {
    result.outcome = Outcome::launch;
    result.message = std::move(why);
}

}  // namespace

SteadyTiming Bench::measure_sustained(LaunchRotation& rotation, double seconds,
                                      const OnStage& on_stage) {
    if (!meter_) meter_ = open_meter(setup_.device.device);
    std::optional<PowerLog> log;
    if (meter_->meter) log.emplace(*meter_->meter);
    const LoadTimes load = sustain_load(queue_, rotation, settling, seconds, on_stage);
    SteadyTiming steady;
    steady.seconds = load.seconds();
    steady.run_ns = 1e9 * load.seconds() / static_cast<double>(load.runs);
    steady.message = meter_->why;
    if (!log) return steady;
    const PowerSummary power =
        summarize(log->end(load.from, load.until), meter_->meter->limit_watts());
    steady.watts = power.watts;
    steady.joules = power.watts * steady.run_ns * 1e-9;
    steady.clock_mhz = power.clock_mhz;
    steady.meter = meter_->meter->name();
    steady.throttled = power.throttled;
    steady.message = power.fault.empty() ? "" : steady.meter + ": " + power.fault;
    return steady;
}

// The result that the load leaves is compared with an earlier run of the same config. So the config
// runs once before the load: this bench may have run nothing, or other configs.
SustainedResult Bench::time_sustained(const Config& config, double seconds,
                                      const OnStage& on_stage) {
    SteadyTiming steady;
    const RunResult run = guarded([&](RunResult& result) {
        const LoadedProgram& kernel = loaded(config);
        if (workload_->restores())
            return refuse(result,
                          "buffers are restored before each run, so that no load is steady");
        if (!prepare(kernel, result)) return;
        LaunchRotation rotation = launch_rotation(kernel);
        check_first(rotation.first(), result, on_stage);
        if (result.outcome != Outcome::ok) return;
        steady = measure_sustained(rotation, seconds, on_stage);
        check_as_left(result, workload_->sets());
    });
    return {run.outcome, run.message, run.device_lost, steady, run.at_fault};
}

}  // namespace hone
