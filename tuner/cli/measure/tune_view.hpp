// SPDX-License-Identifier: MIT
// Prints the results of tuning.
#pragma once

#include <filesystem>
#include <vector>

#include "tuner/campaigns/tune_problem.hpp"

namespace hone::cli {

/// Prints what would be tuned, for --dry-run.
void print_plan(const Task& task);

/// Prints the results as text or as JSON.
void print_results(const std::vector<ProblemResult>& all, bool as_json,
                   const std::filesystem::path& database);

}  // namespace hone::cli
