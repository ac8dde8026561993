// SPDX-License-Identifier: MIT
// Where the workers of a device run: on which host, on which of its cores, and how they are
// started.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hone {

class WorkerHandle;

/// The cores that this program may run on, by number: its affinity mask.
std::vector<int> allowed_cores();

struct Placement {
    std::string host = {};  // empty for this host
    std::vector<int> cores = allowed_cores();
    std::size_t shared_by = 1;  // devices in use at once on these cores
    /// Starts a worker; empty where this program starts it.
    std::function<std::unique_ptr<WorkerHandle>()> launch = {};

    /// How many cores this device may use.
    std::size_t cores_per_device() const { return cores.size() / shared_by; }
    /// Whether both have a core in common.
    bool overlaps(const Placement& other) const;
};

}  // namespace hone
