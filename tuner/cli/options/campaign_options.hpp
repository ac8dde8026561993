// SPDX-License-Identifier: MIT
// Converts the options of a command line to those of the campaigns; one function fills in each
// struct.
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
/// The values of --strategy.
std::vector<std::string> strategy_names();

/// The values of --seed, --cache, --build-options, --timeout and --build-timeout; defaults for
/// those not given.
MeasureOptions measure_options(const po::variables_map& given);
TuneOptions tune_options(const po::variables_map& given);
TransferOptions transfer_options(const po::variables_map& given, const std::vector<Space>& spaces);
CoverOptions cover_options(const po::variables_map& given);
LadderOptions ladder_options(const po::variables_map& given);
RecheckOptions recheck_options(const po::variables_map& given);
RegretOptions regret_options(const po::variables_map& given);

/// Throws a usage Error if a -D of the build options would override a parameter's value.
void refuse_redefined_parameters(const MeasureOptions& options, const std::vector<Space>& spaces);

}  // namespace hone::cli
