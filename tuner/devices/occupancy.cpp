// SPDX-License-Identifier: MIT
// Each resource allows a number of groups. The smallest number is the occupancy; every resource
// with that number is a limit.
#include "tuner/devices/occupancy.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "tuner/devices/grouped_digits.hpp"

namespace hone {

namespace {

constexpr std::int64_t kib = 1024;

std::int64_t round_up(std::int64_t a, std::int64_t multiple) {
    return ceil_div(a, multiple) * multiple;
}

std::int64_t warp_of(const Architecture& unit, const GroupNeeds& needs) {
    return needs.warp > 0 ? needs.warp : unit.warp;
}

/// The number of warps allocated for one group.
std::int64_t warps_taken(const Architecture& unit, const GroupNeeds& needs) {
    return round_up(ceil_div(needs.work_items, warp_of(unit, needs)), unit.warp_multiple);
}

std::int64_t granule(const Architecture& unit, std::int64_t registers) {
    const bool coarse = std::ranges::find(unit.coarse_at, registers) != unit.coarse_at.end();
    return coarse ? unit.coarse_granule : unit.register_granule;
}

/// The registers are divided among the parts of the unit; each part holds whole warps.
std::int64_t groups_by_warp_registers(const Architecture& unit, std::int64_t warp_registers,
                                      std::int64_t warps) {
    const auto of_group = unit.registers_per_group > 0 ? unit.registers_per_group : unit.registers;
    if (warp_registers * round_up(warps, unit.parts) > of_group) return 0;
    const auto warps_of_part = unit.registers / unit.parts / warp_registers;
    return warps_of_part * unit.parts / warps;
}

Resource by_registers(const Architecture& unit, const GroupNeeds& needs) {
    const auto warps = warps_taken(unit, needs);
    const auto of_warp = needs.registers * warp_of(unit, needs);
    const auto step = granule(unit, needs.registers);
    if (unit.register_scope == "group") {
        const auto taken = round_up(of_warp * warps, step);
        return {"registers", taken, unit.registers, unit.registers / taken};
    }
    const auto warp_registers = round_up(of_warp, step);
    return {"registers", warp_registers * warps, unit.registers,
            groups_by_warp_registers(unit, warp_registers, warps)};
}

Resource by_local_memory(const Architecture& unit, const GroupNeeds& needs) {
    const auto taken = local_taken(unit, needs.local_memory);
    const auto available = unit.local_kib * kib;
    return {"local_memory", taken, available, available / taken};
}

Resource by_warps(const Architecture& unit, const GroupNeeds& needs) {
    const auto taken = warps_taken(unit, needs);
    return {"warps", taken, unit.warps, unit.warps / taken};
}

/// Barriers may reduce the number of groups.
Resource by_groups(const Architecture& unit, const GroupNeeds& needs) {
    const bool alone = needs.work_items <= warp_of(unit, needs);
    auto slots = alone && unit.groups_of_one_warp > 0 ? unit.groups_of_one_warp : unit.groups;
    if (unit.barriers > 0 && needs.barriers > 0)
        slots = std::min(slots, unit.barriers / needs.barriers);
    return {"groups", 1, slots, slots};
}

std::vector<Resource> resources(const Architecture& unit, const GroupNeeds& needs) {
    std::vector<Resource> all;
    if (needs.registers > 0 && unit.registers > 0) all.push_back(by_registers(unit, needs));
    if (local_taken(unit, needs.local_memory) > 0) all.push_back(by_local_memory(unit, needs));
    all.push_back(by_warps(unit, needs));
    all.push_back(by_groups(unit, needs));
    return all;
}

std::string shortage(const Architecture& unit, const Resource& lacking) {
    return fmt::format("{} {} for one work-group; {} has {}", grouped_digits(lacking.taken),
                       lacking.name, unit.name, grouped_digits(lacking.available));
}

/// The limit that a single group exceeds; empty if it exceeds none.
struct LimitExceeded {
    std::string_view resource;
    std::string why;
};

LimitExceeded exceeded_limit(const Architecture& unit, const GroupNeeds& needs) {
    if (needs.work_items < 1 || needs.work_items > unit.work_group)
        return {"work_items", fmt::format("a work-group of {}; {} allows 1 to {}",
                                          count_of(needs.work_items, "work-item"), unit.name,
                                          grouped_digits(unit.work_group))};
    if (unit.max_registers > 0 && needs.registers > unit.max_registers)
        return {"registers", fmt::format("{} registers for one work-item; {} has {}",
                                         grouped_digits(needs.registers), unit.name,
                                         grouped_digits(unit.max_registers))};
    if (needs.local_memory > local_limit(unit))
        return {"local_memory", fmt::format("{} bytes of local memory; {} has {}",
                                            grouped_digits(needs.local_memory), unit.name,
                                            grouped_digits(local_limit(unit)))};
    return {};
}

}  // namespace

std::int64_t local_limit(const Architecture& unit) {
    return unit.local_per_group_kib * kib;
}

std::int64_t local_taken(const Architecture& unit, std::int64_t bytes) {
    if (!unit.local_sizes_kib.empty() && bytes > 0) {
        const auto fits = [&](std::int64_t size) { return size * kib >= bytes; };
        const auto size = std::ranges::find_if(unit.local_sizes_kib, fits);
        return size == unit.local_sizes_kib.end() ? bytes : *size * kib;
    }
    return round_up(bytes + unit.local_reserved, unit.local_granule);
}

Occupancy occupancy(const Architecture& unit, const GroupNeeds& needs) {
    Occupancy result;
    result.max_warps = unit.warps;
    if (const auto [resource, why] = exceeded_limit(unit, needs); !why.empty()) {
        result.limited_by = {resource};
        result.misfit = why;
        return result;
    }
    result.resources = resources(unit, needs);
    result.groups = std::ranges::min(result.resources, {}, &Resource::groups).groups;
    for (const auto& each : result.resources) {
        if (each.groups != result.groups) continue;
        if (result.groups == 0 && result.misfit.empty()) result.misfit = shortage(unit, each);
        result.limited_by.push_back(each.name);
    }
    result.work_items = result.groups * needs.work_items;
    result.warps = result.groups * ceil_div(needs.work_items, warp_of(unit, needs));
    return result;
}

std::int64_t register_limit(const Architecture& unit, std::int64_t work_items) {
    GroupNeeds needs{.work_items = work_items, .registers = unit.max_registers};
    while (needs.registers > 0 && by_registers(unit, needs).groups == 0) --needs.registers;
    return needs.registers;
}

std::int64_t warps_to_hide(std::int64_t latency, std::int64_t cycles_a_warp) {
    return ceil_div(latency, std::max<std::int64_t>(1, cycles_a_warp));
}

std::int64_t warps_for_arithmetic(const Architecture& unit, std::int64_t independent) {
    return unit.schedulers *
           warps_to_hide(unit.arithmetic_latency, unit.issue_cycles * independent);
}

std::int64_t warps_for_memory(const Architecture& unit, std::int64_t instructions_an_access) {
    return unit.schedulers *
           warps_to_hide(unit.memory_latency, unit.issue_cycles * instructions_an_access);
}

}  // namespace hone
