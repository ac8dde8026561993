// SPDX-License-Identifier: MIT
// The ranks of one search: programs that a launcher started together, each with a device of its
// own. Rank 0 runs the strategies and owns the database; the other ranks start workers for it.
// Which devices are equal, and which would interfere, is decided the same way on one host and on
// many.
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

/// This program among the ranks that were started with it.
struct RankInfo {
    int rank = 0;
    int size = 1;
    int local_rank = 0;    // among the ranks of this host
    Message connect_info;  // of rank 0's rendezvous
};

/// Joins the other ranks and broadcasts rank 0's connect info to all; where all ranks are on one
/// host, nobody else needs to reach it. Nothing where this program
/// was started alone; a usage Error where it was not and cannot talk to the others.
std::optional<RankInfo> join_ranks(const std::function<Message(Reach)>& connect_info);

/// How many ranks the launcher started together: 1 where no launcher says anything.
int launched_rank_count();

/// The device that a rank takes: the ranks of one host take its devices in turn.
const LocalDevice& device_for_rank(const RankInfo& info, std::span<const LocalDevice> devices);

/// Starts workers for rank 0 on this device until rank 0 closes the channel.
void serve_rank(const RankInfo& info, const LocalDevice& own);

/// Rank 0's view of all ranks.
class RankSet {
  public:
    /// Waits for the other ranks. `own` is rank 0's device; the rendezvous must outlive the set.
    RankSet(Rendezvous& rendezvous, const RankInfo& info, LocalDevice own);

    /// Every rank's device, rank 0's first, without those that are taken already.
    const std::vector<LocalDevice>& devices() const { return devices_; }
    /// Why some ranks have nothing to do.
    const std::vector<std::string>& idle() const { return idle_; }

  private:
    void add(LocalDevice device, const std::string& name);

    std::vector<std::unique_ptr<RemoteLauncher>> launchers_;
    std::vector<LocalDevice> devices_;
    std::vector<std::string> idle_;
};

/// Devices of the same kind under the same driver. Groups keep the order of the devices.
std::vector<std::vector<LocalDevice>> group_equal_devices(std::span<const LocalDevice> devices);

/// Sorts groups of devices into batches of groups that may work at the same time: a device that is
/// timed on a host's cores never works beside another that needs these cores.
std::vector<std::vector<std::vector<LocalDevice>>> schedule_groups(
    std::vector<std::vector<LocalDevice>> groups);

}  // namespace hone
