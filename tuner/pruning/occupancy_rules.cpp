// SPDX-License-Identifier: MIT
// Soft rules about idle resources: low occupancy, unhidden latency, idle compute units, register
// spills, and a roofline bound above the best time.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "tuner/devices/grouped_digits.hpp"
#include "tuner/devices/occupancy.hpp"
#include "tuner/pruning/rule_sets.hpp"

namespace hone {

namespace {

double ratio(std::int64_t part, std::int64_t whole) {
    return static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(1, whole));
}

std::string percent(double share) {
    return fmt::format("{:.3g} %", 100 * share);
}

bool driver_chooses(const RuleInput& input) {
    return !input.plan.launches.empty() && input.plan.launches[input.plan.main].driver_chooses();
}

/// Why the number of groups of the main launch on a unit is unknown; empty if it is known.
std::string without_group(const RuleInput& input) {
    return driver_chooses(input) ? group_of_driver : without_occupancy(input);
}

/// The result of a check that needs the occupancy; not applicable if that is unknown.
template <class Check>
RuleResult with_occupancy(const RuleInput& input, const Check& check) {
    if (auto why = without_group(input); !why.empty()) return not_applicable(std::move(why));
    const auto held = occupancy(*input.architecture, needs_of(input));
    if (held.groups == 0) return rule_result(false, "no work-group fits: " + held.misfit);
    return check(held);
}

RuleResult occupancy_rule(const RuleInput& input) {
    return with_occupancy(input, [](const Occupancy& held) {
        return rule_result(
            held.share() >= thresholds().occupancy,
            fmt::format("{} of {} warps ({}), limited by {}; at least {} are wanted", held.warps,
                        held.max_warps, percent(held.share()), fmt::join(held.limited_by, ", "),
                        percent(thresholds().occupancy)));
    });
}

/// Whether the unit has enough warps to hide a latency, or its maximum.
RuleResult hides_latency(const RuleInput& input, std::string_view latency, std::int64_t wanted) {
    return with_occupancy(input, [&](const Occupancy& held) {
        const auto needed = std::min(wanted, held.max_warps);
        return rule_result(held.warps >= needed,
                           fmt::format("{} of at least {} needed to hide the latency of {}",
                                       count_of(held.warps, "warp"), needed, latency));
    });
}

RuleResult arithmetic_latency(const RuleInput& input) {
    const auto hint = input.hints.independent;
    if (!hint || *hint < 1) return not_applicable("the space has no hint `independent`");
    if (input.architecture == nullptr) return not_applicable(without_occupancy(input));
    return hides_latency(input, "arithmetic", warps_for_arithmetic(*input.architecture, *hint));
}

/// A work-item's independent accesses overlap like those of additional warps.
RuleResult memory_latency(const RuleInput& input) {
    const auto hint = input.hints.instructions_per_access;
    if (!hint || *hint < 1)
        return not_applicable("the space has no hint `instructions_per_access`");
    if (input.architecture == nullptr) return not_applicable(without_occupancy(input));
    const auto at_once = std::max<std::int64_t>(1, input.hints.independent.value_or(1));
    const auto wanted = warps_for_memory(*input.architecture, *hint);
    return hides_latency(input, "memory", (wanted + at_once - 1) / at_once);
}

RuleResult register_estimate(const RuleInput& input) {
    const auto estimate = input.plan.registers;
    if (estimate == 0) return not_applicable("the space does not estimate registers");
    if (auto why = without_group(input); !why.empty()) return not_applicable(std::move(why));
    if (input.architecture->registers == 0)
        return not_applicable("registers do not limit work-groups on this device");
    const auto limit = register_limit(*input.architecture, needs_of(input).work_items);
    return rule_result(estimate <= limit,
                       fmt::format("about {} registers per work-item; the device has {}",
                                   grouped_digits(estimate), grouped_digits(limit)));
}

RuleResult spills(const RuleInput& input) {
    const auto bytes = input.built[input.plan.main].spills;
    return rule_result(static_cast<double>(bytes) <= thresholds().spills,
                       fmt::format("{} bytes per work-item spill to memory; at most {} are allowed",
                                   grouped_digits(bytes), thresholds().spills));
}

std::int64_t groups_of(const RuleInput& input) {
    if (input.plan.launches.empty()) return 0;
    return static_cast<std::int64_t>(input.plan.launches[input.plan.main].work_groups());
}

RuleResult busy_units(const RuleInput& input) {
    if (driver_chooses(input)) return not_applicable(group_of_driver);
    const auto units = input.device.compute_units;
    if (units == 0) return not_applicable("the driver does not report the compute units");
    const auto groups = groups_of(input);
    return rule_result(
        ratio(std::min(groups, units), units) >= thresholds().busy_units,
        fmt::format("{} for {}", count_of(groups, "work-group"), count_of(units, "compute unit")));
}

/// If groups run in several waves, the last wave should not leave most of the device idle.
RuleResult full_waves(const RuleInput& input) {
    return with_occupancy(input, [&](const Occupancy& held) {
        const auto slots = held.groups * std::max<std::int64_t>(1, input.device.compute_units);
        const auto groups = groups_of(input);
        const auto waves = std::max<std::int64_t>(1, (groups + slots - 1) / slots);
        const auto filled = ratio(groups, waves * slots);
        return rule_result(
            waves == 1 || filled >= thresholds().full_waves,
            fmt::format("{} in {} slots: {}, {} filled", count_of(groups, "work-group"),
                        grouped_digits(slots), count_of(waves, "wave"), percent(filled)));
    });
}

RuleResult roofline(const RuleInput& input) {
    const auto& plan = input.plan;
    const auto& peaks = input.peaks;
    const auto best = input.best_ns;
    const auto arithmetic = peaks.flops_per_ns > 0 ? plan.flops / peaks.flops_per_ns : 0;
    const auto memory = peaks.bytes_per_ns > 0 ? plan.bytes / peaks.bytes_per_ns : 0;
    const auto bound = std::max(arithmetic, memory);
    if (best <= 0) return not_applicable("nothing has been measured yet");
    if (bound <= 0)
        return not_applicable("the work, or what the device reaches, is not known (hone probe)");
    return rule_result(bound <= best * thresholds().roofline,
                       fmt::format("at least {:.0f} ns for its {}; the best took {:.0f} ns", bound,
                                   arithmetic >= memory ? "arithmetic" : "memory traffic", best));
}

using enum Rule::Strength;
using enum Rule::Stage;
constexpr std::array occupancy_table{
    Rule{"registers", "registers, by the estimate of the space", soft, before_build,
         register_estimate},
    Rule{"occupancy", "warps on a compute unit, by the estimates of the space", soft, before_build,
         occupancy_rule},
    Rule{"arithmetic_latency", "warps needed to hide the latency of arithmetic", soft, before_build,
         arithmetic_latency},
    Rule{"memory_latency", "warps needed to hide the latency of memory", soft, before_build,
         memory_latency},
    Rule{"busy_units", "enough work-groups for all compute units", soft, before_build, busy_units},
    Rule{"full_waves", "how full the last wave of work-groups is", soft, before_build, full_waves},
    Rule{"roofline", "roofline bound against the best time so far", soft, before_build, roofline},
    Rule{"built_occupancy", "warps on a compute unit, by the resources of the built kernel", soft,
         after_build, occupancy_rule},
    Rule{"spills", "registers that the compiler spilled to memory", soft, after_build, spills},
};

}  // namespace

std::span<const Rule> occupancy_rules() {
    return occupancy_table;
}

std::string without_occupancy(const RuleInput& input) {
    if (input.architecture == nullptr)
        return "does not apply: the device's architecture is unknown";
    if (input.architecture->has_occupancy()) return {};
    return fmt::format("does not apply: a core of {} runs one work-group at a time",
                       input.architecture->name);
}

GroupNeeds needs_of(const RuleInput& input) {
    const auto launch = input.plan.main;
    GroupNeeds needs;
    needs.work_items = 1;
    if (input.plan.launches.empty()) return needs;
    needs.work_items = static_cast<std::int64_t>(input.plan.launches[launch].work_items());
    needs.registers = input.plan.registers;
    needs.local_memory = input.plan.local_memory;
    needs.barriers = needs.local_memory > 0 ? 1 : 0;
    if (input.built.size() != input.plan.launches.size()) return needs;
    const auto& built = input.built[launch];
    if (built.registers > 0) needs.registers = built.registers;
    needs.local_memory = built.local_memory;
    needs.barriers = std::max(needs.barriers, built.barriers);
    // Intel's compiler chooses the SIMD width of each kernel, and reports it as the preferred
    // multiple.
    if (input.architecture != nullptr && input.architecture->family == "intel")
        needs.warp = built.preferred_multiple;
    return needs;
}

}  // namespace hone
