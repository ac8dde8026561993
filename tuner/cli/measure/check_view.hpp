// SPDX-License-Identifier: MIT
// Prints the results of `hone check`.
#pragma once

#include <string>
#include <vector>

#include "tuner/campaigns/recheck.hpp"

namespace hone::cli {

/// Prints one row for each checked result.
void print_checks(const std::vector<CheckedBest>& all);

/// Prints the results as JSON for programs.
void print_checks_json(const std::vector<CheckedBest>& all);

}  // namespace hone::cli
