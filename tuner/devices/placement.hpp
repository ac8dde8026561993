// SPDX-License-Identifier: MIT
// The placement of a device's workers: the host, its cores, and the function that starts them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hone {

class WorkerHandle;

/// The cores on which this program may run, by number: its affinity mask.
std::vector<int> allowed_cores();

struct Placement {
    std::string host = {};  // empty for this host
    std::vector<int> cores = allowed_cores();
    std::size_t shared_by = 1;  // devices in use at once on these cores
    /// Starts a worker; empty if this program starts it.
    std::function<std::unique_ptr<WorkerHandle>()> launch = {};

    /// The number of cores that this device may use.
    std::size_t cores_per_device() const { return cores.size() / shared_by; }
    /// Whether the two have a core in common.
    bool overlaps(const Placement& other) const;
};

}  // namespace hone
