// SPDX-License-Identifier: MIT
// Who is there, with which device, and who would disturb whom.
#include "tuner/cluster/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "db/model/ids.hpp"
#include "db/sqlite/host_clock.hpp"
#include "db/store/row_fields.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

using namespace std::chrono_literals;

struct Writing {
    Message& message;
    template <class T>
    void operator()(const char* name, const T& value) {
        message[name] = value;
    }
};

struct Reading {
    const Message& message;
    template <class T>
    void operator()(const char* name, T& value) {
        message.at(name).get_to(value);
    }
};

Message introduction_of(const Found& found) {
    Message device = Message::object();
    Writing writing{device};
    fields(found.device, writing);
    return {{"device", device},           {"pci", found.device.pci}, {"uuid", found.device.uuid},
            {"platform", found.platform}, {"place", found.place},    {"host", host_name()},
            {"cores", found.seat.cores}};
}

Found found_in(const Message& introduction) {
    Found found;
    Reading reading{introduction.at("device")};
    fields(found.device, reading);
    found.device.pci = introduction.at("pci");
    found.device.uuid = introduction.at("uuid");
    found.platform = introduction.at("platform");
    found.place = introduction.at("place");
    found.seat.host = introduction.at("host");
    found.seat.cores = introduction.at("cores").get<std::vector<int>>();
    return found;
}

std::string name_of(int rank) {
    return fmt::format("rank {}", rank);
}

bool on_cores(const Found& found) {
    return found.device.type == "cpu";
}

bool same_device(const Found& a, const Found& b) {
    if (on_cores(a) && on_cores(b)) return a.seat.overlaps(b.seat);
    return a.seat.host == b.seat.host && a.platform == b.platform && a.place == b.place;
}

bool disturb(const Found& a, const Found& b) {
    return (on_cores(a) || on_cores(b)) && a.seat.overlaps(b.seat);
}

bool disturb(const std::vector<Found>& a, const std::vector<Found>& b) {
    return std::ranges::any_of(a, [&](const Found& one) {
        return std::ranges::any_of(b, [&](const Found& other) { return disturb(one, other); });
    });
}

}  // namespace

int launched_together() {
    for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
        if (const char* size = std::getenv(variable))
            return static_cast<int>(std::strtol(size, nullptr, 10));
    return 1;
}

const Found& device_of(const Ranks& ranks, std::span<const Found> found) {
    return found[static_cast<std::size_t>(ranks.on_host) % found.size()];
}

void serve_fleet(const Ranks& ranks, const Found& own) {
    serve_as_outpost(ranks.invitation, name_of(ranks.rank), introduction_of(own));
}

Fleet::Fleet(Gate& gate, const Ranks& ranks, Found own) {
    own.seat.host = host_name();
    add(std::move(own), name_of(0));
    for (int rank = 1; rank < ranks.size; ++rank) {
        auto call = gate.wait_for(name_of(rank), std::chrono::steady_clock::now() + 60s);
        if (!call) {
            idle_.push_back(name_of(rank) + " did not call within a minute");
            continue;
        }
        Found found = found_in(call->second);
        const std::string name = fmt::format("{} on {}", name_of(rank), found.seat.host);
        outposts_.push_back(std::make_unique<Outpost>(name, std::move(call->first), gate));
        found.seat.launch = [outpost = outposts_.back().get()] { return outpost->start_worker(); };
        add(std::move(found), name);
    }
    for (Found& found : devices_)
        found.seat.shared_by = static_cast<std::size_t>(std::ranges::count_if(
            devices_, [&](const Found& other) { return found.seat.overlaps(other.seat); }));
}

void Fleet::add(Found device, const std::string& name) {
    const auto taken = std::ranges::find_if(
        devices_, [&](const Found& other) { return same_device(device, other); });
    if (taken == devices_.end()) return devices_.push_back(std::move(device));
    idle_.push_back(fmt::format("{} has nothing to do: {} is taken already{}", name,
                                device.device.name,
                                on_cores(device) ? ", and so are its cores" : ""));
}

std::vector<std::vector<Found>> equal_devices(std::span<const Found> found) {
    std::vector<std::vector<Found>> groups;
    for (const Found& device : found) {
        const auto group = std::ranges::find_if(groups, [&](const auto& other) {
            return id_of(other.front().device) == id_of(device.device);
        });
        if (group == groups.end())
            groups.push_back({device});
        else if (std::ranges::none_of(
                     *group, [&](const Found& other) { return same_device(device, other); }))
            group->push_back(device);
    }
    return groups;
}

std::vector<std::vector<std::vector<Found>>> waves_of(std::vector<std::vector<Found>> crews) {
    // Not that of std::ranges: clang 14 cannot read what it returns.
    std::stable_partition(crews.begin(), crews.end(),
                          [](const auto& crew) { return !on_cores(crew.front()); });
    std::vector<std::vector<std::vector<Found>>> waves;
    for (auto& crew : crews) {
        const auto wave = std::ranges::find_if(waves, [&](const auto& others) {
            return std::ranges::none_of(others,
                                        [&](const auto& other) { return disturb(crew, other); });
        });
        if (wave == waves.end())
            waves.push_back({std::move(crew)});
        else
            wave->push_back(std::move(crew));
    }
    return waves;
}

}  // namespace hone
