// SPDX-License-Identifier: MIT
// From the options of a call to those of the campaigns: each struct is filled in one function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/campaigns/problem_cover.hpp"
#include "tuner/campaigns/recheck.hpp"
#include "tuner/campaigns/regret_check.hpp"
#include "tuner/campaigns/transfer_check.hpp"
#include "tuner/campaigns/tune_problem.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// --strategy, --max-evals, --time-limit and --target.
void declare_search(po::options_description& options);
/// What --strategy may be.
std::vector<std::string> strategy_names();

/// --seed, --cache, --build-options, --timeout and --build-timeout, as far as they are given.
MeasureOptions measure_options(const po::variables_map& given);
TuneOptions tune_options(const po::variables_map& given);
TransferOptions transfer_options(const po::variables_map& given, const std::vector<Space>& spaces);
CoverOptions cover_options(const po::variables_map& given);
LadderOptions ladder_options(const po::variables_map& given);
RecheckOptions recheck_options(const po::variables_map& given);
RegretOptions regret_options(const po::variables_map& given);

/// A -D of the build options would replace a parameter's value, whatever the config says.
void refuse_redefined_parameters(const MeasureOptions& options, const std::vector<Space>& spaces);

}  // namespace hone::cli
