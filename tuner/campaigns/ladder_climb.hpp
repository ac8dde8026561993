// SPDX-License-Identifier: MIT
// Times each named step of a kernel's ladder, from plain to tuned: the campaign of `hone ladder`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/campaigns/campaign.hpp"
#include "tuner/catalog/ladder.hpp"

namespace hone {

struct LadderOptions {
    MeasureOptions measure = {};
    CommandText command = {};
};

/// A step with its trial, or with the reason why it was not tried.
struct TimedStep {
    std::string name;
    std::vector<std::string> moved = {};  // values of the legal config that differ from the step's
    std::string rejected = {};            // by a rule, before the build
    std::optional<Trial> trial = {};

    /// In nanoseconds; 0 without a successful trial.
    double time() const { return trial && trial->outcome == Outcome::ok ? trial->time.median : 0; }
};

/// The speedup over the last timed step, and over the first; 0 if unknown.
struct StepGain {
    double over_last = 0, over_first = 0;
};

/// The steps of one kernel for one problem.
struct LadderClimb {
    std::string kernel;
    Problem problem;
    std::string device;
    std::string hindrance = {};  // why this kernel cannot run here
    std::string run = {};
    std::vector<TimedStep> steps = {};

    /// The gain of each step.
    std::vector<StepGain> gains() const;
    /// Whether any step has a time.
    bool any_timed() const;
};

/// Evaluates the steps in order. A config that two steps share is measured once.
LadderClimb climb_ladder(const LadderOptions& options, const LocalDevice& device,
                         const Space& space, const Problem& problem, const Campaign& campaign);

/// "TM=2 instead of 4" for each parameter in which the two differ.
std::vector<std::string> differences(const Space& space, const Config& requested,
                                     const Config& legal);

}  // namespace hone
