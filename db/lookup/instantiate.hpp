// SPDX-License-Identifier: MIT
// From a tuned config to a kernel that can be launched: checks the kernel's conditions for this
// device and problem, and computes the launches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/lookup/catalog.hpp"

namespace hone::lookup {

/// The kernel, ready to be built and launched. If it does not fit here, returns nullopt and the
/// reason in `why_not`. A config that `ran_here` fits the device's local memory even if the driver
/// reports less.
std::optional<TunedKernel> instantiate(const KernelVersion& version, const TunedRow& config,
                                       const std::vector<Number>& arguments, const Query& query,
                                       bool ran_here, std::string& why_not);

/// "K=512 M=512 N=512": the problem's sizes, arguments that differ from the recipe's defaults, and
/// the operation if it differs from the one in `asked`.
std::string problem_text(const Recipe& recipe, const std::vector<Number>& arguments,
                         const std::vector<Number>& asked);

}  // namespace hone::lookup
