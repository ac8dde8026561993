// SPDX-License-Identifier: MIT
// The common parts of all campaigns. A campaign is a plain function: it takes options and returns a
// result. It reports its steps through callbacks, and prints nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tuner/planning/size_plan.hpp"
#include "tuner/session/session.hpp"

namespace hone {

/// How configs are built and timed.
struct MeasureOptions {
    std::uint64_t seed = 1;         // of the inputs, and of all random choices
    std::optional<bool> cold = {};  // cold inputs; by default for memory-bound problems
    std::string build_options = {};
    Timeouts timeouts = {};
    BenchFactory make_bench = open_remote_bench;
    std::shared_ptr<PassedChecks> passed_checks = std::make_shared<PassedChecks>();
};

/// Returns the command line that repeats a run of this kernel for this problem. It is stored with
/// the run.
using CommandText = std::function<std::string(const Space& space, const Problem& problem)>;

/// A step that a campaign starts.
struct CampaignStep {
    std::size_t number = 1, total = 1;  // total 0: the number of steps is unknown
    std::string kernel;                 // empty if the step measures several kernels
    std::string device;
    Problem problem;
    std::size_t configs = 1;  // to measure in this step
    std::string name = {};    // of a ladder step
    std::string note = {};    // the reason for the step, or the progress of the campaign
    bool in_passing = false;  // one of many short steps
    std::optional<std::chrono::nanoseconds> left = {};  // of the campaign's time
};

/// The store of a campaign, the flag that stops it, and its callbacks.
struct Campaign {
    Store& store;
    const std::atomic<bool>& stop;
    std::function<void(const CampaignStep&)> on_step = [](const CampaignStep& /*step*/) {};
    std::function<void(const Task&, const Progress&)> on_progress =
        [](const Task& /*task*/, const Progress& /*progress*/) {};

    /// The state of a run that ends now.
    State end_state() const { return stop ? State::interrupted : State::finished; }
};

/// The setup of one kernel for one problem on one device, with these options.
BenchSetup bench_setup(const MeasureOptions& options, const LocalDevice& device, const Space& space,
                       const Problem& problem);

/// The conditions of measurements with these options on the device.
ConditionsOf conditions_of_measurements(const MeasureOptions& options, const LocalDevice& device);

/// The problem with these arguments for a kernel with this precision. If `precision` is empty, f32
/// is used, or the first available precision.
Problem problem_for(const std::vector<Space>& spaces, const std::string& precision,
                    const Names& arguments);

/// Returns the first kernel that computes in the precision, else the first kernel.
const Space& space_for(const std::vector<Space>& spaces, const std::string& precision);

}  // namespace hone
