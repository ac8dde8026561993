// SPDX-License-Identifier: MIT
// Computes the number of work-groups that one compute unit holds at once, and the resource that
// limits it. The rules are the vendors'; the allocation units are in
// tuner/devices/architectures.toml.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/devices/architecture.hpp"

namespace hone {

/// The quotient of two non-negative integers, rounded up.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

/// The resources of one work-group. Zero registers means unknown; they then set no limit.
struct GroupNeeds {
    std::int64_t work_items = 0;
    std::int64_t registers = 0;     // per work-item
    std::int64_t local_memory = 0;  // bytes
    std::int64_t barriers = 0;      // named barriers in use at once
    std::int64_t warp = 0;          // work-items in lockstep, if the compiler chose them (Intel)
};

/// A limited resource of a compute unit.
struct Resource {
    std::string_view name;       // "registers", "local_memory", "warps", "groups"
    std::int64_t taken = 0;      // per group, rounded up to the allocation unit
    std::int64_t available = 0;  // per compute unit
    std::int64_t groups = 0;     // groups that fit
};

struct Occupancy {
    std::int64_t groups = 0;      // on one unit at once; 0 if not even one fits
    std::int64_t work_items = 0;  // in these groups
    std::int64_t warps = 0;
    std::int64_t max_warps = 0;
    std::vector<std::string_view> limited_by;  // all resources that allow only `groups` groups
    std::vector<Resource> resources;
    std::string misfit;  // why not even one group fits; otherwise empty

    /// Warps in use as a fraction of the warps that the unit can hold.
    double share() const {
        return max_warps == 0 ? 0 : static_cast<double>(warps) / static_cast<double>(max_warps);
    }
};

/// The occupancy of one unit. Requires an architecture with occupancy (has_occupancy).
Occupancy occupancy(const Architecture& unit, const GroupNeeds& needs);

/// The largest number of registers per work-item with which a group of this size still fits.
std::int64_t register_limit(const Architecture& unit, std::int64_t work_items);

/// The largest local memory of a work-group on this architecture, in bytes.
std::int64_t local_limit(const Architecture& unit);

/// The bytes that are allocated for a group that requests this number.
std::int64_t local_taken(const Architecture& unit, std::int64_t bytes);

/// The number of warps that keep one scheduler busy during this latency, if each issues for
/// `cycles_a_warp` cycles before it waits: 24 cycles at 4 per warp need 6 warps.
std::int64_t warps_to_hide(std::int64_t latency, std::int64_t cycles_a_warp);

/// The number of warps on a unit that hide the latency of arithmetic, if each work-item has this
/// number of independent instructions.
std::int64_t warps_for_arithmetic(const Architecture& unit, std::int64_t independent = 1);

/// The number of warps on a unit that hide the latency of memory, if a work-item issues this number
/// of instructions per access: 400 cycles with one access in 8 instructions of 4 cycles need 13 per
/// scheduler.
std::int64_t warps_for_memory(const Architecture& unit, std::int64_t instructions_an_access);

}  // namespace hone
