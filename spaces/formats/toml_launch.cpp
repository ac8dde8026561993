// SPDX-License-Identifier: MIT
// A launch is a table of fields; a loop is a name and its number of iterations.
#include "spaces/formats/toml_launch.hpp"

#include "spaces/space/known_names.hpp"

namespace hone::readers {
namespace {

constexpr std::array<Field<LaunchStep>, 10> launch_fields{{
    {"entry",
     [](auto& document, auto& entry, auto& step) { keep(document.string(entry), step.entry); }},
    {"local",
     [](auto& document, auto& entry, auto& step) { step.local = document.expressions(entry); }},
    {"global",
     [](auto& document, auto& entry, auto& step) { step.global = document.expressions(entry); }},
    {"driver_local", [](auto& document, auto& entry,
                        auto& step) { step.driver_local = document.expression(entry); }},
    {"offset",
     [](auto& document, auto& entry, auto& step) { step.offset = document.expressions(entry); }},
    {"arguments",
     [](auto& document, auto& entry, auto& step) { step.arguments = document.strings(entry); }},
    {"when",
     [](auto& document, auto& entry, auto& step) { step.when = document.expression(entry); }},
    {"main",
     [](auto& document, auto& entry, auto& step) { keep(document.truth(entry), step.main); }},
    {"even",
     [](auto& document, auto& entry, auto& step) { keep(document.truth(entry), step.even); }},
    {"loop",
     [](auto& document, auto& entry, auto& step) { keep(document.string(entry), step.loop); }},
}};

void check_loop(TomlDocument& document, const Location& location, const LaunchStep& step,
                const Space& space) {
    std::vector<std::string> known;
    for (const Loop& loop : space.loops) known.push_back(loop.name);
    if (step.loop.empty() || std::ranges::find(known, step.loop) != known.end()) return;
    document.add_mistake(location, fmt::format("'{}' is not in [loops]{}", step.loop,
                                               did_you_mean(step.loop, known)));
}

}  // namespace

void check_shape(TomlDocument& document, const Location& location, const LaunchStep& step) {
    const bool is_drivers = step.driver_local && step.local.empty();
    if (!is_drivers && step.local.size() != step.global.size()) {
        document.add_mistake(location, fmt::format("'local' has {} dimensions and 'global' has {}",
                                                   step.local.size(), step.global.size()));
    } else if (step.global.empty() || step.global.size() > 3) {
        document.add_mistake(location, "'local' and 'global' need 1 to 3 expressions each");
    } else if (!step.offset.empty() && step.offset.size() != step.global.size()) {
        document.add_mistake(location, fmt::format("'offset' has {} dimensions and 'global' has {}",
                                                   step.offset.size(), step.global.size()));
    }
}

std::vector<LaunchStep> read_toml_launches(TomlDocument& document, const Entry& entry,
                                           const Space& space) {
    std::vector<LaunchStep> steps;
    for (const toml::table* table : document.tables(entry, max_launches, "launches")) {
        LaunchStep step;
        read_fields(document, *table, launch_fields, step);
        const Location location = document.location(*table);
        step.location = location;
        if (!table->contains("entry"))
            document.add_mistake(location,
                                 "a launch needs an 'entry', the name of a kernel function");
        check_shape(document, location, step);
        check_loop(document, location, step, space);
        steps.push_back(std::move(step));
    }
    return steps;
}

void read_toml_loops(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    const auto taken = known_names(space);
    for (const Entry& each : document.entries(*table)) {
        if (!is_name(each.key) || std::ranges::find(taken, each.key) != taken.end())
            document.add_mistake(each.location,
                                 fmt::format("'{}' cannot be the name of a loop", each.key));
        if (auto count = document.expression(each)) space.loops.push_back({each.key, *count});
    }
}

}  // namespace hone::readers
