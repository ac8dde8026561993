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

/// How many sizes of a range are to be tuned, and how long that takes.
std::string plan_words(const SizesWanted& sizes, const SizesBudget& budget);
/// The same of problems that are all known: "3 problems; 12.0 s each, 36.0 s in all at most".
std::string plan_words(std::size_t problems, const TuneOptions& options);

/// Prints the results as text or as JSON.
void print_results(const std::vector<ProblemResult>& all, bool as_json,
                   const std::filesystem::path& database);

}  // namespace hone::cli
