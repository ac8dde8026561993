// SPDX-License-Identifier: MIT
// What the device cannot run: its limits, and those of the kernel once it is built. Every launch of
// a plan must stay within them; the first one that does not is told.
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

/// The finding about the first launch that breaks the rule, else about the last one.
template <class Find>
Finding about_each(const std::vector<Launch>& launches, const Find& find) {
    Finding last;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        last = find(launches[i], i);
        if (last.answer == Finding::Answer::broken) return last;
    }
    return last;
}

Finding requirement(const Question& question) {
    const auto& [text, holds] = question.requirement;
    if (text.empty()) return silent("the space requires nothing");
    return found(holds, fmt::format("requires {}", text));
}

Finding work_group(const Question& question) {
    const auto most = question.device.max_work_group;
    return about_each(question.plan.launches, [&](const Launch& launch, std::size_t) {
        return found(size_of(launch) <= most,
                     fmt::format("{}: a work-group of {}; the device takes {}", launch.entry,
                                 count_of(size_of(launch), "work-item"), figure(most)));
    });
}

/// The axis on which a launch exceeds the device most.
std::size_t tightest_axis(const Launch& launch, const Device& device) {
    std::array<double, 3> share{};
    for (std::size_t d = 0; d < 3; ++d)
        share[d] = static_cast<double>(launch.local[d]) /
                   static_cast<double>(std::max<std::int64_t>(1, device.max_items[d]));
    return static_cast<std::size_t>(std::ranges::max_element(share) - share.begin());
}

Finding work_items(const Question& question) {
    return about_each(question.plan.launches, [&](const Launch& launch, std::size_t) {
        const auto axis = tightest_axis(launch, question.device);
        const auto size = static_cast<std::int64_t>(launch.local[axis]);
        const auto most = question.device.max_items[axis];
        return found(size <= most,
                     fmt::format("{}: {} along {}; the device takes {}", launch.entry,
                                 count_of(size, "work-item"), axes[axis], figure(most)));
    });
}

Finding divisibility(const Question& question) {
    return about_each(question.plan.launches, [](const Launch& launch, std::size_t) {
        for (std::size_t d = 0; d < 3; ++d)
            if (launch.local[d] == 0 || launch.global[d] % launch.local[d] != 0)
                return found(false,
                             fmt::format("{}: {} work-items along {} are no multiple of {}",
                                         launch.entry, launch.global[d], axes[d], launch.local[d]));
        return found(true, fmt::format("{}: whole work-groups", launch.entry));
    });
}

/// What a probe found; without one, more than the driver's answer where arrays inside a kernel may
/// be larger.
std::int64_t local_memory_given(const Question& question) {
    if (question.local_limit > 0) return question.local_limit;
    const auto* unit = question.architecture;
    const auto told = question.device.local_memory;
    return unit != nullptr && unit->local_past_query ? std::max(told, local_limit(*unit)) : told;
}

/// With what the driver adds, and as it is allocated; the group's reserve is outside of its limit.
std::int64_t local_memory_used(const Question& question, std::int64_t declared) {
    const auto* unit = question.architecture;
    if (unit == nullptr || declared <= 0) return declared;
    const auto used = declared + unit->local_of_driver;
    return (used + unit->local_granule - 1) / unit->local_granule * unit->local_granule;
}

Finding local_memory(const Question& question) {
    const auto needs = question.plan.local_memory;
    const auto gives = local_memory_given(question);
    if (gives == 0) return silent("the driver does not say how much local memory there is");
    const bool probed = question.local_limit > 0;  // with an array that was declared, as here
    const bool enough = needs <= gives && (probed || local_memory_used(question, needs) <= gives);
    return found(enough, fmt::format("needs {} bytes of local memory; the device gives {}",
                                     figure(needs), figure(gives)));
}

Finding built_work_group(const Question& question) {
    return about_each(question.plan.launches, [&](const Launch& launch, std::size_t i) {
        const auto most = question.built[i].max_work_group;
        if (most == 0) return silent("the driver does not say how large a work-group may be");
        return found(size_of(launch) <= most,
                     fmt::format("{}: a work-group of {}; the built kernel takes {}", launch.entry,
                                 count_of(size_of(launch), "work-item"), figure(most)));
    });
}

/// What is built already has the driver's own bytes in it, with which it places arrays; a probed
/// limit leaves them out.
Finding built_local_memory(const Question& question) {
    constexpr std::int64_t most_added = 1024;
    const auto given = local_memory_given(question);
    const auto gives = question.local_limit > 0 ? given + most_added : given;
    return about_each(question.plan.launches, [&](const Launch& launch, std::size_t i) {
        const auto needs = question.built[i].local_memory;
        return found(gives == 0 || needs <= gives,
                     fmt::format("{}: the built kernel needs {} bytes of local memory; the device "
                                 "gives {}",
                                 launch.entry, figure(needs), figure(gives)));
    });
}

Finding private_memory(const Question& question) {
    const auto* unit = question.architecture;
    if (unit == nullptr || unit->private_kib == 0) return silent("no limit is known");
    return about_each(question.plan.launches, [&](const Launch& launch, std::size_t i) {
        const auto needs = question.built[i].private_memory;
        return found(
            needs <= unit->private_kib * 1024,
            fmt::format("{}: a work-item needs {} bytes of private memory; {} gives {}",
                        launch.entry, figure(needs), unit->name, figure(unit->private_kib * 1024)));
    });
}

/// Where the architecture is unknown, the registers of a work-group that the driver tells decide.
Finding registers_fit(const Question& question, const Launch& launch, const Built& built) {
    const auto* unit = question.architecture;
    if (unit != nullptr && unit->has_occupancy()) {
        const auto held =
            occupancy(*unit, {.work_items = size_of(launch), .registers = built.registers});
        return found(held.groups > 0,
                     fmt::format("{}: {} of {} registers each{}{}", launch.entry,
                                 count_of(size_of(launch), "work-item"), built.registers,
                                 held.misfit.empty() ? "" : ": ", held.misfit));
    }
    const auto all = built.registers * size_of(launch);
    return found(all <= question.device.registers,
                 fmt::format("{}: needs {} registers; the device gives {}", launch.entry,
                             figure(all), figure(question.device.registers)));
}

Finding built_registers(const Question& question) {
    const auto* unit = question.architecture;
    const bool limited = unit != nullptr ? unit->registers > 0 : question.device.registers > 0;
    if (!limited) return silent("registers set no limit here");
    return about_each(question.plan.launches, [&](const Launch& launch, std::size_t i) {
        const auto& built = question.built[i];
        if (built.registers == 0) return silent("the driver does not say how many registers");
        return registers_fit(question, launch, built);
    });
}

using enum Rule::Strength;
using enum Rule::Stage;
constexpr std::array limit_table{
    Rule{"requires", "what the space requires of the device and the problem", hard, before_build,
         requirement},
    Rule{"work_group", "work-items in a work-group", hard, before_build, work_group},
    Rule{"work_items", "work-items along each axis of a work-group", hard, before_build,
         work_items},
    Rule{"divisibility", "launches in whole work-groups", hard, before_build, divisibility},
    Rule{"local_memory", "local memory as the space counts it", hard, before_build, local_memory},
    Rule{"built_work_group", "work-items that the built kernel takes", hard, after_build,
         built_work_group},
    Rule{"built_local_memory", "local memory of the built kernel", hard, after_build,
         built_local_memory},
    Rule{"private_memory", "private memory of the built kernel", hard, after_build, private_memory},
    Rule{"built_registers", "registers of the built kernel for one work-group", hard, after_build,
         built_registers},
};

}  // namespace

std::span<const Rule> hard_rules() {
    return limit_table;
}

}  // namespace hone
