// SPDX-License-Identifier: MIT
// The command line that repeats a run; it is stored with the run.
#pragma once

#include <string>
#include <string_view>

#include "tuner/campaigns/campaign.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// `hone tune gemm_tile --precision f32 --size M=512,N=512,K=512 …`, with the options of this call.
CommandText problem_command(const po::variables_map& given, const std::string& command,
                            const std::string& more = {});

/// The same without the size, for commands that take none.
CommandText kernel_command(const po::variables_map& given, const std::string& command);

}  // namespace hone::cli
