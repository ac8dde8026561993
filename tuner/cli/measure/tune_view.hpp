// SPDX-License-Identifier: MIT
// Prints the results of tuning.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tuner/campaigns/tune_sizes.hpp"

namespace hone::cli {

/// Prints what would be tuned, for --dry-run.
void print_plan(const Task& task);

/// The number of sizes of a range to tune, and the expected time.
std::string plan_words(const SizesWanted& sizes, const SizesBudget& budget);
/// The same for a fixed list of problems: "3 problems; 12.0 s each, 36.0 s in all at most".
std::string plan_words(std::size_t problems, const TuneOptions& options);

/// Prints the results as text or as JSON.
void print_results(const std::vector<ProblemResult>& all, bool as_json,
                   const std::filesystem::path& database);

}  // namespace hone::cli
