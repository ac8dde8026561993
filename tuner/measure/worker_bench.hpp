// SPDX-License-Identifier: MIT
// A worker's interface to a bench: a kernel's bench runs it on a device, a program's bench starts
// the program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "db/store/sustained_timing.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/measure/builder.hpp"
#include "tuner/measure/stop_rule.hpp"

namespace hone {

/// The result of a run.
struct RunResult : CheckedTiming {
    Stop stop = Stop::not_yet;
    bool device_lost = false;  // the device or this process's memory is unusable
};

/// A config under sustained load, or the reason why it was not measured.
struct SustainedResult {
    Outcome outcome = Outcome::ok;
    std::string message = {};
    bool device_lost = false;
    SustainedTiming sustained = {};
    AtFault at_fault = AtFault::config;  // of a failure
};

/// Called when a part of the work is done: the next part has its own time limit.
using OnStage = std::function<void()>;

class WorkerBench {
  public:
    WorkerBench() = default;
    virtual ~WorkerBench() = default;
    WorkerBench(const WorkerBench&) = delete;
    WorkerBench& operator=(const WorkerBench&) = delete;

    /// Builds a plan, unless its config is already built.
    virtual BuildResult build(const Plan& plan) = 0;
    /// Runs a built config, checks it and times it.
    virtual RunResult run(const Config& config, const SamplingLimits& limits,
                          const OnStage& on_stage) = 0;
    /// Times built configs in turn, round after round, so that drift affects all of them equally.
    virtual std::vector<RunResult> time_interleaved(const std::vector<Config>& configs,
                                                    std::size_t rounds, double max_ns,
                                                    const OnStage& on_stage) = 0;
    /// Runs a built config continuously for `seconds` after a warm-up, and reads the device's power
    /// meter meanwhile.
    virtual SustainedResult time_sustained(const Config& config, double seconds,
                                           const OnStage& on_stage) = 0;
    /// Builds and checks a plan of another problem of the routine, mostly at another size.
    virtual RunResult run_size_check(const Plan& plan, const Problem& problem) = 0;
    /// Times of the reference implementation for the problem, in nanoseconds. Empty if there is
    /// none, or if one run is expected to take more than `longest` seconds.
    virtual Samples reference(int repeats, double longest) = 0;
    /// Why an existing reference was not timed; empty if it was.
    virtual std::string reference_skipped() const { return {}; }
    virtual std::string reference_fault() const = 0;
    /// What decides whether a result is right: "clblast+host", "host", "own reference" or "exit
    /// status".
    virtual std::string checked_with() const = 0;
    /// Whether the reference left the device unusable for this process.
    virtual bool reference_lost_device() const { return false; }
    /// The bytes of its buffers on the device.
    virtual std::size_t bytes() const { return 0; }
    /// Frees buffers that are only cached for later configs.
    virtual void drop_spares() {}
};

}  // namespace hone
