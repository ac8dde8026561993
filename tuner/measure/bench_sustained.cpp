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

SustainedTiming Bench::measure_sustained(LaunchRotation& rotation, double seconds,
                                         const OnStage& on_stage) {
    if (!meter_) meter_ = open_meter(setup_.device.device);
    std::optional<PowerLog> log;
    if (meter_->meter) log.emplace(*meter_->meter);
    const LoadTimes load = sustain_load(queue_, rotation, settling, seconds, on_stage);
    SustainedTiming sustained;
    sustained.seconds = load.seconds();
    sustained.run_ns = 1e9 * load.seconds() / static_cast<double>(load.runs);
    sustained.message = meter_->why;
    if (!log) return sustained;
    const PowerSummary power =
        summarize(log->end(load.from, load.until), meter_->meter->limit_watts());
    sustained.watts = power.watts;
    sustained.joules = power.watts * sustained.run_ns * 1e-9;
    sustained.clock_mhz = power.clock_mhz;
    sustained.meter = meter_->meter->name();
    sustained.throttled = power.throttled;
    sustained.message = power.fault.empty() ? "" : sustained.meter + ": " + power.fault;
    return sustained;
}

// The result that the load leaves is compared with an earlier run of the same config. So the config
// runs once before the load: this bench may have run nothing, or other configs.
SustainedResult Bench::time_sustained(const Config& config, double seconds,
                                      const OnStage& on_stage) {
    SustainedTiming sustained;
    const RunResult run = guarded([&](RunResult& result) {
        const LoadedProgram& kernel = loaded(config);
        if (workload_->restores())
            return refuse(result,
                          "buffers are restored before each run, so that no load is steady");
        if (!prepare(kernel, result)) return;
        LaunchRotation rotation = launch_rotation(kernel);
        check_first([&] { this->run(rotation.first()); }, result, on_stage);
        if (result.outcome != Outcome::ok) return;
        sustained = measure_sustained(rotation, seconds, on_stage);
        check_as_left(result, workload_->sets());
    });
    return {run.outcome, run.message, run.device_lost, sustained, run.at_fault};
}

}  // namespace hone
