// SPDX-License-Identifier: MIT
// One rule: its input and its result.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "db/model/device.hpp"
#include "spaces/candidates/plan.hpp"
#include "spaces/space/requirement.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/measure/build_info.hpp"
#include "tuner/pruning/hints.hpp"

namespace hone {

/// The measured peak rates of the device; 0 if not measured.
struct MeasuredPeaks {
    double flops_per_ns = 0;
    double bytes_per_ns = 0;
};

/// The input of every rule.
struct RuleInput {
    const Device& device;
    const Plan& plan;
    const Architecture* architecture = nullptr;  // nullptr if unknown
    Requirement requirement = {};
    Hints hints = {};
    std::span<const KernelBuildInfo> built =
        {};  // one for each launch of the plan; empty before the build
    MeasuredPeaks peaks = {};
    double best_ns = 0;            // the best time measured so far; 0 before the first
    std::int64_t local_limit = 0;  // probed bytes of local memory; 0 if not probed
};

/// Whether a rule holds, is violated, or does not apply, because it concerns other devices or a
/// figure is unknown. `details` is a message with the figures.
struct RuleResult {
    enum class Status { holds, violated, not_applicable };
    Status status = Status::not_applicable;
    std::string details;
};

struct Rule {
    enum class Strength { hard, soft };
    enum class Stage { before_build, after_build };
    std::string_view name;     // "local_memory"
    std::string_view meaning;  // description of the check, for users
    Strength strength = Strength::hard;
    Stage stage = Stage::before_build;
    RuleResult (*check)(const RuleInput& input) = nullptr;
};

}  // namespace hone
