// SPDX-License-Identifier: MIT
// Tunes one problem as the options say, for every command that tunes.
#pragma once

#include <string>
#include <vector>

#include "tuner/cli/command.hpp"
#include "tuner/cli/measure/tune_view.hpp"

namespace hone::cli {

/// --strategy, --max-evals, --time-limit and --target.
void declare_search(po::options_description& options);
/// What --strategy may be.
std::vector<std::string> strategy_names();

/// Tunes each kernel that can run the problem; later kernels have to beat the earlier ones. The
/// devices of the group are of one kind and share the work; one that differs too much is tuned
/// alone afterwards. Without a store it prints what would be tuned.
ProblemResult tune_problem(const po::variables_map& given, const std::vector<LocalDevice>& group,
                           std::vector<Space> spaces, const Problem& problem, Store* store);

}  // namespace hone::cli
