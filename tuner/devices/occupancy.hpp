// SPDX-License-Identifier: MIT
// How many work-groups one compute unit holds at once, and what keeps it from holding more. The
// rules are the vendors' own; what they allocate in is in tuner/devices/architectures.toml.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/devices/architecture.hpp"

namespace hone {

/// What one work-group takes. A zero of registers means unknown, and then they set no limit.
struct GroupNeeds {
    std::int64_t work_items = 0;
    std::int64_t registers = 0;     // of one work-item
    std::int64_t local_memory = 0;  // bytes
    std::int64_t barriers = 0;      // named barriers in use at once
    std::int64_t warp = 0;          // work-items in lockstep, where the compiler chose (Intel)
};

/// One thing that a unit has only so much of.
struct Resource {
    std::string_view name;    // "registers", "local_memory", "warps", "groups"
    std::int64_t taken = 0;   // by one group, rounded up as the hardware does
    std::int64_t has = 0;     // the unit
    std::int64_t groups = 0;  // that fit
};

struct Occupancy {
    std::int64_t groups = 0;      // on one unit at once; 0 when not even one fits
    std::int64_t work_items = 0;  // of these groups
    std::int64_t warps = 0;
    std::int64_t max_warps = 0;
    std::vector<std::string_view> limited_by;  // every resource that allows no more than `groups`
    std::vector<Resource> resources;
    std::string misfit;  // why not one group fits; else empty

    /// The share of the warps that the unit could hold.
    double share() const {
        return max_warps == 0 ? 0 : static_cast<double>(warps) / static_cast<double>(max_warps);
    }
};

/// The occupancy of one unit. Ask only where the architecture has any (has_occupancy).
Occupancy occupancy(const Architecture& unit, const GroupNeeds& needs);

/// The most registers that each work-item of a group can have so that the group fits at all.
std::int64_t register_limit(const Architecture& unit, std::int64_t work_items);

/// The bytes of local memory that a group of this architecture can have at most.
std::int64_t local_limit(const Architecture& unit);

/// The bytes that are set aside for a group that asks for so many.
std::int64_t local_taken(const Architecture& unit, std::int64_t bytes);

/// How many warps keep one scheduler busy for so long, each for so many cycles before it waits:
/// 24 cycles at 4 a warp need 6.
std::int64_t warps_to_hide(std::int64_t latency, std::int64_t cycles_a_warp);

/// How many warps on a unit hide the time until a result is usable, when each work-item has so many
/// instructions that do not wait for one another.
std::int64_t warps_for_arithmetic(const Architecture& unit, std::int64_t independent = 1);

/// How many hide the time until memory answers, when a work-item issues so many instructions for
/// each access: 400 cycles with one access in 8 instructions of 4 cycles need 13.
std::int64_t warps_for_memory(const Architecture& unit, std::int64_t instructions_an_access);

}  // namespace hone
