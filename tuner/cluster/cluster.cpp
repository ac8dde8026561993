// SPDX-License-Identifier: MIT
// The devices of all ranks, and which of them would interfere.
#include "tuner/cluster/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "db/model/ids.hpp"
#include "db/sqlite/host_clock.hpp"
#include "spaces/base/error.hpp"
#include "tuner/worker/protocol.hpp"

namespace hone {
namespace {

using namespace std::chrono_literals;

Message hello_of(const LocalDevice& local) {
    Message hello = facts_message(local);
    hello["host"] = host_name();
    hello["cores"] = local.placement.cores;
    return hello;
}

LocalDevice device_in(const Message& hello) {
    LocalDevice local = device_with_facts_from(hello);
    local.placement.host = hello.at("host");
    local.placement.cores = hello.at("cores").get<std::vector<int>>();
    return local;
}

std::string name_of(int rank) {
    return fmt::format("rank {}", rank);
}

bool is_cpu(const LocalDevice& local) {
    return local.device.type == "cpu";
}

// Whether two drivers may show the same board, by PCI address or UUID. If these are unknown, two
// devices of one vendor may be the same board.
bool may_be_one_board(const Device& a, const Device& b) {
    if (!a.pci.empty() && !b.pci.empty()) return a.pci == b.pci;
    if (!a.uuid.empty() && !b.uuid.empty()) return a.uuid == b.uuid;
    return a.vendor_id != 0 && a.vendor_id == b.vendor_id;
}

bool same_device(const LocalDevice& a, const LocalDevice& b) {
    if (is_cpu(a) && is_cpu(b)) return a.placement.overlaps(b.placement);
    if (a.placement.host != b.placement.host) return false;
    if (a.platform == b.platform) return a.index == b.index;  // sub-devices share an address
    return !a.device.pci.empty() && a.device.pci == b.device.pci;
}

bool interfere(const LocalDevice& a, const LocalDevice& b) {
    if (is_cpu(a) || is_cpu(b)) return a.placement.overlaps(b.placement);
    return a.placement.host == b.placement.host && a.platform != b.platform &&
           may_be_one_board(a.device, b.device);
}

bool interfere(const std::vector<LocalDevice>& a, const std::vector<LocalDevice>& b) {
    return std::ranges::any_of(a, [&](const LocalDevice& one) {
        return std::ranges::any_of(b,
                                   [&](const LocalDevice& other) { return interfere(one, other); });
    });
}

}  // namespace

int launched_rank_count() {
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
        if (const char* size = std::getenv(variable))
            return static_cast<int>(std::strtol(size, nullptr, 10));
    return 1;
}

const LocalDevice& device_for_rank(const RankInfo& info, std::span<const LocalDevice> devices) {
    return devices[static_cast<std::size_t>(info.local_rank) % devices.size()];
}

void serve_rank(const RankInfo& info, const LocalDevice& own) {
    serve_as_remote_launcher(info.connect_info, name_of(info.rank), hello_of(own));
}

RankSet::RankSet(Rendezvous& rendezvous, const RankInfo& info, LocalDevice own) {
    own.placement.host = host_name();
    add(std::move(own), name_of(0));
    for (int rank = 1; rank < info.size; ++rank) {
        auto call = rendezvous.wait_for(name_of(rank), std::chrono::steady_clock::now() + 60s);
        if (!call) {
            idle_.push_back(name_of(rank) + " did not connect within a minute");
            continue;
        }
        LocalDevice local = device_in(call->second);
        const std::string name = fmt::format("{} on {}", name_of(rank), local.placement.host);
        launchers_.push_back(
            std::make_unique<RemoteLauncher>(name, std::move(call->first), rendezvous));
        local.placement.launch = [launcher = launchers_.back().get()] {
            return launcher->start_worker();
        };
        add(std::move(local), name);
    }
    for (LocalDevice& local : devices_)
        local.placement.shared_by =
            static_cast<std::size_t>(std::ranges::count_if(devices_, [&](const LocalDevice& other) {
                return local.placement.overlaps(other.placement);
            }));
}

void RankSet::add(LocalDevice device, const std::string& name) {
    const auto taken = std::ranges::find_if(
        devices_, [&](const LocalDevice& other) { return same_device(device, other); });
    if (taken == devices_.end()) return devices_.push_back(std::move(device));
    idle_.push_back(fmt::format("{} is idle: another rank uses {}{}", name, device.device.name,
                                is_cpu(device) ? " and its cores" : ""));
}

std::vector<std::vector<LocalDevice>> group_equal_devices(std::span<const LocalDevice> devices) {
    std::vector<std::vector<LocalDevice>> groups;
    for (const LocalDevice& device : devices) {
        const auto group = std::ranges::find_if(groups, [&](const auto& other) {
            return id_of(other.front().device) == id_of(device.device);
        });
        if (group == groups.end())
            groups.push_back({device});
        else if (std::ranges::none_of(
                     *group, [&](const LocalDevice& other) { return same_device(device, other); }))
            group->push_back(device);
    }
    return groups;
}

std::vector<std::vector<std::vector<LocalDevice>>> schedule_groups(
    std::vector<std::vector<LocalDevice>> groups) {
    // std::stable_partition, since clang 14 cannot compile the result of the one in std::ranges.
    std::stable_partition(groups.begin(), groups.end(),
                          [](const auto& group) { return !is_cpu(group.front()); });
    std::vector<std::vector<std::vector<LocalDevice>>> batches;
    for (auto& group : groups) {
        const auto batch = std::ranges::find_if(batches, [&](const auto& others) {
            return std::ranges::none_of(others,
                                        [&](const auto& other) { return interfere(group, other); });
        });
        if (batch == batches.end())
            batches.push_back({std::move(group)});
        else
            batch->push_back(std::move(group));
    }
    return batches;
}

}  // namespace hone
