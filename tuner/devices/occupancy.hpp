// SPDX-License-Identifier: MIT
// How many work-groups one compute unit holds at once, and which resource limits them. The rules
// are the vendors' own; the allocation units are in tuner/devices/architectures.toml.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/devices/architecture.hpp"

namespace hone {

/// What one work-group needs. Zero registers means unknown, and then they set no limit.
struct GroupNeeds {
    std::int64_t work_items = 0;
    std::int64_t registers = 0;     // of one work-item
    std::int64_t local_memory = 0;  // bytes
    std::int64_t barriers = 0;      // named barriers in use at once
    std::int64_t warp = 0;          // work-items in lockstep, where the compiler chose (Intel)
};

/// One limited resource of a compute unit.
struct Resource {
    std::string_view name;       // "registers", "local_memory", "warps", "groups"
    std::int64_t taken = 0;      // by one group, rounded up to the allocation unit
    std::int64_t available = 0;  // in one compute unit
    std::int64_t groups = 0;     // that fit
};

struct Occupancy {
    std::int64_t groups = 0;      // on one unit at once; 0 when not even one fits
    std::int64_t work_items = 0;  // of these groups
    std::int64_t warps = 0;
    std::int64_t max_warps = 0;
    std::vector<std::string_view> limited_by;  // every resource that allows no more than `groups`
    std::vector<Resource> resources;
    std::string misfit;  // why not even one group fits; else empty

    /// Warps in use as a fraction of the warps that the unit can hold.
    double share() const {
        return max_warps == 0 ? 0 : static_cast<double>(warps) / static_cast<double>(max_warps);
    }
};

/// The occupancy of one unit. Call it only where the architecture has one (has_occupancy).
Occupancy occupancy(const Architecture& unit, const GroupNeeds& needs);

/// The largest number of registers of a work-item with which a group of so many still fits.
std::int64_t register_limit(const Architecture& unit, std::int64_t work_items);

/// The largest local memory of a work-group on this architecture, in bytes.
std::int64_t local_limit(const Architecture& unit);

/// The bytes that are allocated for a group that asks for so many.
std::int64_t local_taken(const Architecture& unit, std::int64_t bytes);

/// How many warps keep one scheduler busy for this latency, if each issues for so many cycles
/// before it waits: 24 cycles at 4 per warp need 6 warps.
std::int64_t warps_to_hide(std::int64_t latency, std::int64_t cycles_a_warp);

/// How many warps on a unit hide the latency of arithmetic when each work-item has so many
/// independent instructions.
std::int64_t warps_for_arithmetic(const Architecture& unit, std::int64_t independent = 1);

/// How many warps hide the latency of memory when a work-item issues so many instructions for each
/// access: 400 cycles with one access in 8 instructions of 4 cycles need 13.
std::int64_t warps_for_memory(const Architecture& unit, std::int64_t instructions_an_access);

}  // namespace hone
