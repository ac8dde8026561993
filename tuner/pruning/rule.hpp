// SPDX-License-Identifier: MIT
// One rule: what it judges by, and what it may find.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "db/model/device.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/measure/build_info.hpp"
#include "tuner/pruning/hints.hpp"

namespace hone {

/// What the device can do at best, measured; 0 where nobody measured it.
struct Roof {
    double flops_per_ns = 0;
    double bytes_per_ns = 0;
};

/// What a space's `requires` says, and whether it holds for this problem and device.
struct Requirement {
    std::string text;
    bool holds = true;
};

/// Everything that rules judge by.
struct Question {
    const Device& device;
    const Plan& plan;
    const Architecture* architecture = nullptr;  // nullptr where it is unknown
    Requirement requirement = {};
    Hints hints = {};
    std::span<const Built> built = {};  // one for each launch of the plan; empty before the build
    Roof roof = {};
    double best_ns = 0;            // the best time measured so far; 0 before the first
    std::int64_t local_limit = 0;  // bytes of local memory, probed; 0 where nobody did
};

/// What one rule found: that it holds, that it is broken, or nothing, because it does not apply
/// here or a figure is not known. In words, with the figures.
struct Finding {
    enum class Answer { holds, broken, silent };
    Answer answer = Answer::silent;
    std::string figures;
};

struct Rule {
    enum class Strength { hard, soft };
    enum class Stage { before_build, after_build };
    std::string_view name;     // "local_memory"
    std::string_view meaning;  // what it judges, for people
    Strength strength = Strength::hard;
    Stage stage = Stage::before_build;
    Finding (*find)(const Question& question) = nullptr;
};

}  // namespace hone
