// SPDX-License-Identifier: MIT
// `hone tune --transfer`: times other devices' best configs on this device, so that the portability
// matrix of a report has no empty cells.
#pragma once

#include <vector>

#include "db/store/store.hpp"
#include "spaces/space/space.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/devices/devices.hpp"

namespace hone::cli {

/// Measures on these devices the best configs that others have in the store for the same problems
/// and that were not tried here yet; a config that cannot run here is stored with the reason.
/// Prints the fraction of the device's own best that each reaches; returns Exit::no when nothing
/// was missing.
Exit transfer(const po::variables_map& given, const std::vector<Space>& spaces,
              const std::vector<LocalDevice>& devices, Store& store);

}  // namespace hone::cli
