// SPDX-License-Identifier: MIT
// One config of one kernel: completed, judged by constraints and rules, perhaps built and run.
#pragma once

#include "tuner/cli/command.hpp"

namespace hone::cli {

/// How far a config is tried.
enum class Depth { rules, build, run };

/// Judges the config of the options KERNEL, "config", --size, --precision and --device, and prints
/// it, as JSON with --json. The answer is no where it is rejected, or its result wrong.
Exit judge_config(const po::variables_map& given, Depth depth);

}  // namespace hone::cli
