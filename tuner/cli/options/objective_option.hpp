// SPDX-License-Identifier: MIT
// --objective: the quantity that a search minimizes.
#pragma once

#include <string>
#include <vector>

#include "db/store/sustained_timing.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/devices/devices.hpp"

namespace hone::cli {

void declare_objective(po::options_description& options);
std::vector<std::string> objective_names();
Objective objective_given(const po::variables_map& given);

/// Throws an environment Error if the objective needs energy and a device cannot measure it.
void require_meter(Objective objective, const std::vector<LocalDevice>& devices);

}  // namespace hone::cli
