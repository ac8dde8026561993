// SPDX-License-Identifier: MIT
// Prints for `hone why` which constraints and rules a config violates.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spaces/space/problem.hpp"
#include "tuner/measure/bench.hpp"
#include "tuner/pruning/rules.hpp"

namespace hone::cli {

/// A kernel, a problem and a device, and the names that expressions may use.
struct KernelContext {
    LocalDevice device;
    Space space;
    Problem problem;
    Names known;
};

/// A constraint that does not hold.
struct BrokenConstraint {
    std::string reason, must_hold;
    std::string fault;  // the error of its evaluation; empty if it is just false
};

/// The verdicts of all constraints and rules on a config.
struct ConfigVerdicts {
    Config config;
    std::vector<BrokenConstraint> constraints;  // violated ones
    std::string no_plan;                        // why no launch can be planned; empty if it can
    Plan plan;
    std::vector<std::pair<const Rule*, RuleVerdict>> verdicts;
    std::optional<BuildResult> build;
    std::optional<RunResult> run;

    /// The strictest decision.
    RuleVerdict::Decision decision() const;
};

/// Prints the verdicts for a person.
void print_verdicts(const KernelContext& context, const ConfigVerdicts& result);

/// Prints the verdicts as JSON for programs.
void print_verdicts_json(const KernelContext& context, const ConfigVerdicts& result);

}  // namespace hone::cli
