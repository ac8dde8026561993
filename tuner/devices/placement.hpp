// SPDX-License-Identifier: MIT
// Where the workers of a device run: on which host, on which of its cores, started by whom.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hone {

class Child;

/// The cores that this program may run on, by their numbers.
std::vector<int> own_cores();

struct Seat {
    std::string host = {};  // empty for this one
    std::vector<int> cores = own_cores();
    std::size_t shared_by = 1;  // so many devices at work at once
    /// Starts a worker; empty where this program does so itself.
    std::function<std::unique_ptr<Child>()> launch = {};

    /// How many cores are this device's share.
    std::size_t share() const { return cores.size() / shared_by; }
    /// Whether two seats have a core in common.
    bool overlaps(const Seat& other) const;
};

}  // namespace hone
