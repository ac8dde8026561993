// SPDX-License-Identifier: MIT
// Reads the affinity mask, as set by taskset, a launcher or a container.
#include "tuner/devices/placement.hpp"

#include <sched.h>

#include <algorithm>

namespace hone {

std::vector<int> allowed_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> cores;
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return cores;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &set)) cores.push_back(core);
    return cores;
}

bool Placement::overlaps(const Placement& other) const {
    return host == other.host && std::ranges::any_of(cores, [&](int core) {
               return std::ranges::find(other.cores, core) != other.cores.end();
           });
}

}  // namespace hone
