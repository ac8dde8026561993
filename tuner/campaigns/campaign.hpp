// SPDX-License-Identifier: MIT
// What all campaigns share. A campaign is a plain function: options in, a result out. It tells its
// steps through callbacks, and prints nothing.
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
    std::uint64_t seed = 1;         // of the inputs, and of whatever is drawn at random
    std::optional<bool> cold = {};  // keep inputs out of the cache; by default where memory bounds
    std::string build_options = {};
    Timeouts timeouts = {};
    BenchFactory make_bench = open_remote_bench;
    std::shared_ptr<PassedChecks> passed_checks = std::make_shared<PassedChecks>();
};

/// The command line that repeats a run of this kernel for this problem; it is stored with the run.
using CommandText = std::function<std::string(const Space& space, const Problem& problem)>;

/// A step that a campaign begins.
struct CampaignStep {
    std::size_t number = 1, total = 1;  // 0 steps in all: nobody knows how many there will be
    std::string kernel;                 // empty where several are measured
    std::string device;
    Problem problem;
    std::size_t configs = 1;  // to measure in this step
    std::string name = {};    // of a step of a ladder
    std::string note = {};    // why it is done, or how far the campaign is
    bool in_passing = false;  // one of many short ones
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

/// One kernel and one problem on one device, measured as the options say.
BenchSetup bench_setup(const MeasureOptions& options, const LocalDevice& device, const Space& space,
                       const Problem& problem);

/// The conditions of such measurements, on the device.
ConditionsOf conditions_of_measurements(const MeasureOptions& options, const LocalDevice& device);

/// The problem with these arguments, by a kernel that computes in this precision. Without one f32
/// is taken, or the first that there is.
Problem problem_for(const std::vector<Space>& spaces, const std::string& precision,
                    const Names& arguments);

/// The kernel of these that computes in the precision, or the first one.
const Space& space_for(const std::vector<Space>& spaces, const std::string& precision);

}  // namespace hone
