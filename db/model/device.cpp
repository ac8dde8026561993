// SPDX-License-Identifier: MIT
// Equality is written by hand, because installed headers are C++17.
#include "db/model/device.hpp"

#include <tuple>

namespace hone {
namespace {

auto identity(const Device& d) {
    return std::tie(d.name, d.board, d.vendor, d.platform, d.platform_version, d.driver,
                    d.opencl_version, d.type, d.architecture, d.pci, d.uuid, d.vendor_id);
}

auto figures(const Device& d) {
    return std::tie(d.compute_units, d.clock_mhz, d.global_memory, d.max_allocation, d.cache,
                    d.local_memory, d.local_is_dedicated, d.constant_memory, d.max_work_group,
                    d.max_items, d.preferred_multiple, d.warp, d.registers, d.timer_resolution_ns,
                    d.half, d.fp64, d.extensions);
}

}  // namespace

bool operator==(const Device& a, const Device& b) {
    return identity(a) == identity(b) && figures(a) == figures(b);
}

}  // namespace hone
