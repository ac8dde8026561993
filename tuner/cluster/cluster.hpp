// SPDX-License-Identifier: MIT
// Programs that a launcher has started together, each for a device of its own. The first rank owns
// strategies and database; the others start workers for it. Which devices are equal, and which
// would disturb each other, is the same question on one host and on many.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tuner/cluster/remote_launcher.hpp"
#include "tuner/devices/devices.hpp"

namespace hone {

/// This program among those that were started with it.
struct Ranks {
    int rank = 0;
    int size = 1;
    int on_host = 0;     // among those of this host
    Message invitation;  // of the first rank's gate
};

/// Meets the other ranks, and lets the first one's invitation reach all. Nothing where this program
/// was started alone; a usage Error where it was not and cannot talk to the others.
std::optional<Ranks> meet_ranks(const std::function<Message()>& invitation);

/// How many programs a launcher says it has started together: 1 where none says anything.
int launched_together();

/// Which of these a rank takes: one of its own each, in turn.
const Found& device_of(const Ranks& ranks, std::span<const Found> found);

/// Starts workers for the first rank on this device until it hangs up.
void serve_fleet(const Ranks& ranks, const Found& own);

/// The first rank's view of all.
class Fleet {
  public:
    /// Waits for the other ranks. `own` is the first one's device; the gate must outlive the fleet.
    Fleet(Gate& gate, const Ranks& ranks, Found own);

    /// Every rank's device, the first rank's first; those alone that disturb none before them.
    const std::vector<Found>& devices() const { return devices_; }
    /// Why some ranks have nothing to do.
    const std::vector<std::string>& idle() const { return idle_; }

  private:
    void add(Found device, const std::string& name);

    std::vector<std::unique_ptr<Outpost>> outposts_;
    std::vector<Found> devices_;
    std::vector<std::string> idle_;
};

/// Devices of the same kind under the same driver, each group in the order of the devices.
std::vector<std::vector<Found>> equal_devices(std::span<const Found> found);

/// Crews that may work at the same time, wave after wave: one that times on a host's cores is
/// never beside another that needs these cores.
std::vector<std::vector<std::vector<Found>>> waves_of(std::vector<std::vector<Found>> crews);

}  // namespace hone
