// SPDX-License-Identifier: MIT
// The devices that a command times, for as long as it does, and what a person is told who has to
// wait for one.
#pragma once

#include <list>
#include <string_view>
#include <vector>

#include "tuner/cli/command.hpp"
#include "tuner/devices/device_lock.hpp"
#include "tuner/devices/devices.hpp"

namespace hone::cli {

/// --share.
void declare_claim(po::options_description& options);

/// Devices of this host while nobody else times them; with --share whoever does.
class Claim {
  public:
    /// Waits for each, unless the user ends it; says once for whom.
    Claim(const po::variables_map& given, std::string_view command,
          const std::vector<Found>& devices);

  private:
    std::list<DeviceLock> held_;
};

}  // namespace hone::cli
