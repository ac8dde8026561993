// SPDX-License-Identifier: MIT
// The times of a kernel's ladder: named steps from plain to tuned.
#pragma once

#include <string>
#include <vector>

#include "reports/evidence/evidence.hpp"

namespace hone {

/// One step and the trial that timed it.
struct LadderStepResult {
    std::string name;
    const TrialSummary* trial = nullptr;
};

/// The steps of the last ladder run among these results, in order, named as in the kernel's space;
/// empty if there was no such run.
std::vector<LadderStepResult> ladder_results(const KernelResults& results,
                                             const std::string& space);

}  // namespace hone
