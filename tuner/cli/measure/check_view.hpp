// SPDX-License-Identifier: MIT
// Prints the results of `hone check`.
#pragma once

#include <string>
#include <vector>

#include "tuner/campaigns/recheck.hpp"

namespace hone::cli {

/// Prints a row for each.
void print_checks(const std::vector<CheckedBest>& all);

/// Prints them for programs.
void print_checks_json(const std::vector<CheckedBest>& all);

}  // namespace hone::cli
