// SPDX-License-Identifier: MIT
// The ranks of one search: programs that a launcher started together, each with its own device.
// Rank 0 runs the strategies and owns the database; the other ranks start workers for it. The same
// rules decide on one host and on many which devices are equal and which would interfere.
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

/// This program's rank among those started with it.
struct RankInfo {
    int rank = 0;
    int size = 1;
    int local_rank = 0;    // among the ranks of this host
    Message connect_info;  // of rank 0's rendezvous
};

/// Joins the other ranks and broadcasts rank 0's connect info to all. If all ranks are on one host,
/// the rendezvous listens only there. Returns nullopt if this program was started alone. Throws a
/// usage Error if it has other ranks but cannot communicate with them.
std::optional<RankInfo> join_ranks(const std::function<Message(Reach)>& connect_info);

/// The number of ranks that the launcher started together: 1 without a launcher.
int launched_rank_count();

/// The device for a rank: the ranks of one host take its devices in turn.
const LocalDevice& device_for_rank(const RankInfo& info, std::span<const LocalDevice> devices);

/// Starts workers for rank 0 on this device until rank 0 closes the channel.
void serve_rank(const RankInfo& info, const LocalDevice& own);

/// Rank 0's view of all ranks.
class RankSet {
  public:
    /// Waits for the other ranks. `own` is rank 0's device; the rendezvous must outlive the set.
    RankSet(Rendezvous& rendezvous, const RankInfo& info, LocalDevice own);

    /// The devices of all ranks, rank 0's first, without those that another rank already has.
    const std::vector<LocalDevice>& devices() const { return devices_; }
    /// Why some ranks are idle.
    const std::vector<std::string>& idle() const { return idle_; }

  private:
    void add(LocalDevice device, const std::string& name);

    std::vector<std::unique_ptr<RemoteLauncher>> launchers_;
    std::vector<LocalDevice> devices_;
    std::vector<std::string> idle_;
};

/// Groups devices of the same kind and driver. The groups keep the order of the devices.
std::vector<std::vector<LocalDevice>> group_equal_devices(std::span<const LocalDevice> devices);

/// Sorts groups of devices into batches of groups that may work at the same time. A device that is
/// timed on a host's cores never works beside another that needs these cores.
std::vector<std::vector<std::vector<LocalDevice>>> schedule_groups(
    std::vector<std::vector<LocalDevice>> groups);

}  // namespace hone
