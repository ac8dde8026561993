// SPDX-License-Identifier: MIT
// How `hone why` shows what constraints and rules say of one config.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spaces/space/problem.hpp"
#include "tuner/measure/bench.hpp"
#include "tuner/pruning/rules.hpp"

namespace hone::cli {

/// A kernel, a problem and a device, and what is known of both.
struct Case {
    Found device;
    Space space;
    Problem problem;
    Names known;
};

/// A constraint that does not hold.
struct Broken {
    std::string reason, must_hold;
};

/// Everything that is said of a config.
struct Reasons {
    Config config;
    std::vector<Broken> constraints;  // that do not hold
    std::string no_plan;              // why it cannot even be planned
    Plan plan;
    std::vector<std::pair<const Rule*, Verdict>> verdicts;
    std::optional<BuildResult> build;

    /// What becomes of the config by all of it.
    Verdict::Ruling ruling() const;
};

/// Prints it for a person.
void print_reasons(const Case& asked, const Reasons& reasons);

/// Prints it for programs.
void print_reasons_json(const Case& asked, const Reasons& reasons);

}  // namespace hone::cli
