// SPDX-License-Identifier: MIT
// One problem tuned as the options say, for every command that tunes.
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

/// Tunes each kernel that can serve the problem; the later ones know what the earlier ones reached.
/// The crew's devices are of one kind and share the work; one that proves unlike the others is
/// tuned by itself afterwards. Without a store it says what would be tuned.
Tuning tune_problem(const po::variables_map& given, const std::vector<Found>& crew,
                    std::vector<Space> spaces, const Problem& problem, Store* store);

}  // namespace hone::cli
