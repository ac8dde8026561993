// SPDX-License-Identifier: MIT
// Hard rules: the limits of the device, and those of the built kernel. Every launch of a plan must
// stay within them; the first violation is reported.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "tuner/devices/grouped_digits.hpp"
#include "tuner/devices/occupancy.hpp"
#include "tuner/pruning/rule_sets.hpp"

namespace hone {

namespace {

constexpr std::array<char, 3> axes{'x', 'y', 'z'};

std::int64_t size_of(const Launch& launch) {
    return static_cast<std::int64_t>(launch.work_items());
}

/// Returns the result of the first launch that violates the rule, else of the main launch.
template <class Check>
RuleResult first_violation(const Plan& plan, const Check& check) {
    RuleResult shown;
    for (std::size_t i = 0; i < plan.launches.size(); ++i) {
        RuleResult result = check(plan.launches[i], i);
        if (result.status == RuleResult::Status::violated) return result;
        if (i == plan.main) shown = result;
    }
    return shown;
}

/// The same for a rule about work-groups; it does not apply to work-groups that the driver chooses.
template <class Check>
RuleResult first_violating_group(const Plan& plan, const Check& check) {
    return first_violation(plan, [&](const Launch& launch, std::size_t i) {
        return launch.driver_chooses() ? not_applicable(group_of_driver) : check(launch, i);
    });
}

RuleResult requirement(const RuleInput& input) {
    const auto& [text, holds] = input.requirement;
    if (text.empty()) return not_applicable("the space has no `requires`");
    return rule_result(holds, fmt::format("requires {}", text));
}

RuleResult launches(const RuleInput& input) {
    return rule_result(!input.plan.launches.empty(), input.plan.launches.empty()
                                                         ? "no launch's `when` holds"
                                                         : "something is launched");
}

RuleResult work_group(const RuleInput& input) {
    const auto most = input.device.max_work_group;
    return first_violating_group(input.plan, [&](const Launch& launch, std::size_t) {
        return rule_result(
            size_of(launch) <= most,
            fmt::format("{}: a work-group of {}; the device allows {}", launch.entry,
                        count_of(size_of(launch), "work-item"), grouped_digits(most)));
    });
}

/// The axis on which a launch exceeds the device most. A limit of 0 is unknown and does not count.
std::size_t tightest_axis(const Launch& launch, const Device& device) {
    std::array<double, 3> share{};
    for (std::size_t d = 0; d < 3; ++d)
        if (device.max_items[d] > 0)
            share[d] =
                static_cast<double>(launch.local[d]) / static_cast<double>(device.max_items[d]);
    return static_cast<std::size_t>(std::ranges::max_element(share) - share.begin());
}

RuleResult work_items(const RuleInput& input) {
    return first_violating_group(input.plan, [&](const Launch& launch, std::size_t) {
        const auto axis = tightest_axis(launch, input.device);
        const auto size = static_cast<std::int64_t>(launch.local[axis]);
        const auto most = input.device.max_items[axis];
        if (most == 0) return not_applicable("the device reports no limit");
        return rule_result(size <= most, fmt::format("{}: {} along {}; the device allows {}",
                                                     launch.entry, count_of(size, "work-item"),
                                                     axes[axis], grouped_digits(most)));
    });
}

RuleResult divisibility(const RuleInput& input) {
    return first_violating_group(input.plan, [](const Launch& launch, std::size_t) {
        for (std::size_t d = 0; d < 3; ++d)
            if (launch.local[d] == 0 || launch.global[d] % launch.local[d] != 0)
                return rule_result(
                    false, fmt::format("{}: {} work-items along {} are not a multiple of {}",
                                       launch.entry, launch.global[d], axes[d], launch.local[d]));
        return rule_result(true, fmt::format("{}: whole work-groups", launch.entry));
    });
}

/// The probed limit. Without one, the driver's; or the architecture's, if arrays inside a kernel
/// may be larger than that.
std::int64_t local_memory_given(const RuleInput& input) {
    if (input.local_limit > 0) return input.local_limit;
    const auto* unit = input.architecture;
    const auto reported = input.device.local_memory;
    return unit != nullptr && unit->local_past_query ? std::max(reported, local_limit(*unit))
                                                     : reported;
}

/// Includes the driver's own bytes, rounded up to the allocation unit. The group's reserved bytes
/// do not count.
std::int64_t local_memory_used(const RuleInput& input, std::int64_t declared) {
    const auto* unit = input.architecture;
    if (unit == nullptr || declared <= 0) return declared;
    const auto used = declared + unit->local_of_driver;
    return (used + unit->local_granule - 1) / unit->local_granule * unit->local_granule;
}

RuleResult local_memory(const RuleInput& input) {
    const auto needs = input.plan.local_memory;
    const auto gives = local_memory_given(input);
    if (gives == 0)
        return rule_result(needs == 0, fmt::format("needs {} bytes of local memory; the driver "
                                                   "reports none",
                                                   grouped_digits(needs)));
    const bool probed = input.local_limit > 0;  // the probe used a declared array, like the kernel
    const bool enough = needs <= gives && (probed || local_memory_used(input, needs) <= gives);
    return rule_result(enough, fmt::format("needs {} bytes of local memory; the device has {}",
                                           grouped_digits(needs), grouped_digits(gives)));
}

RuleResult built_work_group(const RuleInput& input) {
    return first_violating_group(input.plan, [&](const Launch& launch, std::size_t i) {
        const auto most = input.built[i].max_work_group;
        if (most == 0) return not_applicable("the driver does not report the largest work-group");
        return rule_result(
            size_of(launch) <= most,
            fmt::format("{}: a work-group of {}; the built kernel allows {}", launch.entry,
                        count_of(size_of(launch), "work-item"), grouped_digits(most)));
    });
}

/// A built kernel includes the driver's own bytes; a probed limit does not.
RuleResult built_local_memory(const RuleInput& input) {
    constexpr std::int64_t most_added = 1024;
    const auto given = local_memory_given(input);
    const auto gives = input.local_limit > 0 ? given + most_added : given;
    return first_violation(input.plan, [&](const Launch& launch, std::size_t i) {
        const auto needs = input.built[i].local_memory;
        return rule_result(
            needs <= gives,
            fmt::format("{}: the built kernel needs {} bytes of local memory; the device "
                        "has {}",
                        launch.entry, grouped_digits(needs), grouped_digits(gives)));
    });
}

RuleResult private_memory(const RuleInput& input) {
    const auto* unit = input.architecture;
    if (unit == nullptr || unit->private_kib == 0)
        return not_applicable("the limit of this architecture is unknown");
    return first_violation(input.plan, [&](const Launch& launch, std::size_t i) {
        const auto needs = input.built[i].private_memory;
        return rule_result(
            needs <= unit->private_kib * 1024,
            fmt::format("{}: a work-item needs {} bytes of private memory; {} has {}", launch.entry,
                        grouped_digits(needs), unit->name,
                        grouped_digits(unit->private_kib * 1024)));
    });
}

/// For an unknown architecture, the driver's number of registers per work-group is the limit.
RuleResult registers_fit(const RuleInput& input, const Launch& launch,
                         const KernelBuildInfo& built) {
    const auto* unit = input.architecture;
    if (unit != nullptr && unit->has_occupancy()) {
        const auto held =
            occupancy(*unit, {.work_items = size_of(launch), .registers = built.registers});
        return rule_result(held.groups > 0,
                           fmt::format("{}: {} of {} registers each{}{}", launch.entry,
                                       count_of(size_of(launch), "work-item"), built.registers,
                                       held.misfit.empty() ? "" : ": ", held.misfit));
    }
    const auto all = built.registers * size_of(launch);
    return rule_result(all <= input.device.registers,
                       fmt::format("{}: needs {} registers; the device has {}", launch.entry,
                                   grouped_digits(all), grouped_digits(input.device.registers)));
}

RuleResult built_registers(const RuleInput& input) {
    const auto* unit = input.architecture;
    const bool limited = unit != nullptr ? unit->registers > 0 : input.device.registers > 0;
    if (!limited) return not_applicable("registers do not limit work-groups on this device");
    return first_violating_group(input.plan, [&](const Launch& launch, std::size_t i) {
        const auto& built = input.built[i];
        if (built.registers == 0) return not_applicable("the driver does not report the registers");
        return registers_fit(input, launch, built);
    });
}

using enum Rule::Strength;
using enum Rule::Stage;
constexpr std::array limit_table{
    Rule{"requires", "what the space requires of the device and the problem", hard, before_build,
         requirement},
    Rule{"launches", "at least one launch", hard, before_build, launches},
    Rule{"work_group", "work-items in a work-group", hard, before_build, work_group},
    Rule{"work_items", "work-items along each axis of a work-group", hard, before_build,
         work_items},
    Rule{"divisibility", "global sizes that are multiples of the work-group", hard, before_build,
         divisibility},
    Rule{"local_memory", "local memory, by the formula of the space", hard, before_build,
         local_memory},
    Rule{"built_work_group", "work-items in a work-group of the built kernel", hard, after_build,
         built_work_group},
    Rule{"built_local_memory", "local memory of the built kernel", hard, after_build,
         built_local_memory},
    Rule{"private_memory", "private memory of the built kernel", hard, after_build, private_memory},
    Rule{"built_registers", "registers of the built kernel for one work-group", hard, after_build,
         built_registers},
};

}  // namespace

std::span<const Rule> limit_rules() {
    return limit_table;
}

}  // namespace hone
