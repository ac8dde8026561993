// SPDX-License-Identifier: MIT
// `hone tune` without a routine.
#pragma once

#include "tuner/cli/command.hpp"

namespace hone::cli {

/// Tunes a device for everything that applications may ask for.
Exit run_tune_device(const po::variables_map& given);

}  // namespace hone::cli
