// SPDX-License-Identifier: MIT
// Completes one config of one kernel, checks constraints and rules, and optionally builds and runs
// it.
#pragma once

#include "tuner/cli/command.hpp"

namespace hone::cli {

/// How far a config is tried.
enum class Depth { rules, build, run };

/// Checks the config given by the options KERNEL, "config", --size, --precision and --device, and
/// prints the verdicts, as JSON with --json. Returns Exit::no if the config is rejected or its
/// result is wrong.
Exit judge_config(const po::variables_map& given, Depth depth);

}  // namespace hone::cli
