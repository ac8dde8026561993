// SPDX-License-Identifier: MIT
// --objective: what a search is to make small.
#pragma once

#include <string>
#include <vector>

#include "db/store/steady_timing.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/devices/devices.hpp"

namespace hone::cli {

void declare_objective(po::options_description& options);
std::vector<std::string> objective_names();
Objective objective_given(const po::variables_map& given);

/// Throws an environment Error where the energy of a device cannot be measured and the objective
/// needs it.
void require_meter(Objective objective, const std::vector<LocalDevice>& devices);

}  // namespace hone::cli
