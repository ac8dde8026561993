// SPDX-License-Identifier: MIT
// What leaves the device idle: too few warps on a compute unit, too few work-groups for all units,
// registers that do not suffice, and a bound that is worse than what is measured already.
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

/// A finding that needs the occupancy; silent where there is none.
template <class Find>
Finding with_occupancy(const Question& question, const Find& find) {
    if (auto why = without_occupancy(question); !why.empty()) return silent(std::move(why));
    const auto held = occupancy(*question.architecture, needs_of(question));
    if (held.groups == 0) return found(false, "not one work-group fits: " + held.misfit);
    return find(held);
}

Finding occupancy_rule(const Question& question) {
    return with_occupancy(question, [](const Occupancy& held) {
        return found(
            held.share() >= thresholds().occupancy,
            fmt::format("{} of {} warps ({}), limited by {}; at least {} are wanted", held.warps,
                        held.max_warps, percent(held.share()), fmt::join(held.limited_by, ", "),
                        percent(thresholds().occupancy)));
    });
}

/// The unit needs so many warps to hide a latency, unless it can hold no more anyway.
Finding hides(const Question& question, std::string_view latency, std::int64_t wanted) {
    return with_occupancy(question, [&](const Occupancy& held) {
        const auto needed = std::min(wanted, held.max_warps);
        return found(held.warps >= needed,
                     fmt::format("{} of at least {} that hide the latency of {}",
                                 count_of(held.warps, "warp"), needed, latency));
    });
}

Finding arithmetic_latency(const Question& question) {
    const auto hint = question.hints.independent;
    if (!hint || *hint < 1) return silent("the space gives no hint `independent`");
    if (question.architecture == nullptr) return silent(without_occupancy(question));
    return hides(question, "arithmetic", warps_for_arithmetic(*question.architecture, *hint));
}

/// Accesses that do not wait for one another are in flight together, as more warps would be.
Finding memory_latency(const Question& question) {
    const auto hint = question.hints.instructions_per_access;
    if (!hint || *hint < 1) return silent("the space gives no hint `instructions_per_access`");
    if (question.architecture == nullptr) return silent(without_occupancy(question));
    const auto at_once = std::max<std::int64_t>(1, question.hints.independent.value_or(1));
    const auto wanted = warps_for_memory(*question.architecture, *hint);
    return hides(question, "memory", (wanted + at_once - 1) / at_once);
}

Finding register_estimate(const Question& question) {
    const auto estimate = question.plan.registers;
    if (estimate == 0) return silent("the space does not estimate registers");
    if (auto why = without_occupancy(question); !why.empty()) return silent(std::move(why));
    if (question.architecture->registers == 0) return silent("registers set no limit here");
    const auto limit = register_limit(*question.architecture, needs_of(question).work_items);
    return found(estimate <= limit, fmt::format("about {} registers a work-item; there are {}",
                                                figure(estimate), figure(limit)));
}

Finding spills(const Question& question) {
    const auto bytes = question.built[question.plan.main].spills;
    return found(
        static_cast<double>(bytes) <= thresholds().spills,
        fmt::format("{} bytes a work-item go to memory for want of registers; up to {} may",
                    figure(bytes), thresholds().spills));
}

std::int64_t groups_of(const Question& question) {
    return static_cast<std::int64_t>(question.plan.launches[question.plan.main].work_groups());
}

Finding busy_units(const Question& question) {
    const auto units = question.device.compute_units;
    if (units == 0) return silent("the driver does not say how many compute units there are");
    const auto groups = groups_of(question);
    return found(
        ratio(std::min(groups, units), units) >= thresholds().busy_units,
        fmt::format("{} for {}", count_of(groups, "work-group"), count_of(units, "compute unit")));
}

/// Where groups come in several waves, the last should not leave most of the device idle.
Finding full_waves(const Question& question) {
    return with_occupancy(question, [&](const Occupancy& held) {
        const auto places = held.groups * std::max<std::int64_t>(1, question.device.compute_units);
        const auto groups = groups_of(question);
        const auto waves = std::max<std::int64_t>(1, (groups + places - 1) / places);
        const auto filled = ratio(groups, waves * places);
        return found(waves == 1 || filled >= thresholds().full_waves,
                     fmt::format("{} on {} places: {}, {} filled", count_of(groups, "work-group"),
                                 figure(places), count_of(waves, "wave"), percent(filled)));
    });
}

Finding roofline(const Question& question) {
    const auto& plan = question.plan;
    const auto& roof = question.roof;
    const auto best = question.best_ns;
    const auto arithmetic = roof.flops_per_ns > 0 ? plan.flops / roof.flops_per_ns : 0;
    const auto memory = roof.bytes_per_ns > 0 ? plan.bytes / roof.bytes_per_ns : 0;
    const auto bound = std::max(arithmetic, memory);
    if (best <= 0 || bound <= 0) return silent("nothing is measured to compare with");
    return found(bound <= best * thresholds().roofline,
                 fmt::format("at least {:.0f} ns for its {}; the best took {:.0f} ns", bound,
                             arithmetic >= memory ? "arithmetic" : "memory traffic", best));
}

using enum Rule::Strength;
using enum Rule::Stage;
constexpr std::array occupancy_table{
    Rule{"registers", "registers as the space estimates them", soft, before_build,
         register_estimate},
    Rule{"occupancy", "warps on a compute unit, by the space's figures", soft, before_build,
         occupancy_rule},
    Rule{"arithmetic_latency", "warps that hide the latency of arithmetic", soft, before_build,
         arithmetic_latency},
    Rule{"memory_latency", "warps that hide the latency of memory", soft, before_build,
         memory_latency},
    Rule{"busy_units", "work-groups for all compute units", soft, before_build, busy_units},
    Rule{"full_waves", "work-groups that fill the device in whole waves", soft, before_build,
         full_waves},
    Rule{"roofline", "the least possible time against the best measured", soft, before_build,
         roofline},
    Rule{"built_occupancy", "warps on a compute unit, by the built kernel", soft, after_build,
         occupancy_rule},
    Rule{"spills", "registers that went to memory", soft, after_build, spills},
};

}  // namespace

std::span<const Rule> load_rules() {
    return occupancy_table;
}

std::string without_occupancy(const Question& question) {
    if (question.architecture == nullptr)
        return "does not apply: the device's architecture is unknown";
    if (question.architecture->has_occupancy()) return {};
    return fmt::format("does not apply: on a {} each core runs one work-group after another",
                       question.architecture->name);
}

GroupNeeds needs_of(const Question& question) {
    const auto launch = question.plan.main;
    GroupNeeds needs;
    needs.work_items = static_cast<std::int64_t>(question.plan.launches[launch].work_items());
    needs.registers = question.plan.registers;
    needs.local_memory = question.plan.local_memory;
    needs.barriers = needs.local_memory > 0 ? 1 : 0;
    if (question.built.size() != question.plan.launches.size()) return needs;
    const auto& built = question.built[launch];
    if (built.registers > 0) needs.registers = built.registers;
    needs.local_memory = built.local_memory;
    needs.barriers = std::max(needs.barriers, built.barriers);
    // Intel's compiler chooses the width of each kernel, and tells it as the preferred multiple.
    if (question.architecture != nullptr && question.architecture->family == "intel")
        needs.warp = built.preferred_multiple;
    return needs;
}

}  // namespace hone
