// SPDX-License-Identifier: MIT
// Rung by rung, from the first value of each parameter on.
#include "tuner/cli/rungs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "db/store.hpp"
#include "db/tool.hpp"
#include "tuner/records.hpp"

namespace hone::cli {

std::vector<Rise> rises(const Space& space, const Candidates& candidates) {
    std::vector<Rise> all;
    Config wanted(space.parameters.size(), 0);
    for (const Rung& rung : space.ladder) {
        for (const auto& [name, value] : rung.values) {
            const auto p = space.index_of(name);
            if (p) wanted[*p] = place_of(space.parameters[*p], value);
        }
        if (const auto legal = candidates.nearest(wanted))
            all.push_back({rung.name, wanted, *legal});
    }
    return all;
}

std::uint16_t place_of(const Parameter& parameter, const Value& value) {
    const auto found = std::ranges::find(parameter.values, value);
    if (found != parameter.values.end())
        return static_cast<std::uint16_t>(found - parameter.values.begin());
    std::vector<std::string> texts;
    for (const Value& each : parameter.values) texts.push_back(text(each));
    throw Error(Exit::usage, fmt::format("{} cannot be {}", parameter.name, text(value)),
                fmt::format("It takes {}.", fmt::join(texts, ", ")));
}

std::vector<std::string> differences(const Space& space, const Config& wanted,
                                     const Config& taken) {
    std::vector<std::string> parts;
    for (std::size_t p = 0; p < wanted.size(); ++p) {
        if (wanted[p] == taken[p]) continue;
        const auto& [name, values] = space.parameters[p];
        parts.push_back(fmt::format("{}={} instead of {}", name, text(values[taken[p]]),
                                    text(values[wanted[p]])));
    }
    return parts;
}

Run begin_run(const BenchSetup& setup, Store& store, const std::string& what,
              const std::string& command) {
    Run run;
    run.subject = subject_of(setup, store);
    run.strategy = what;
    run.seed = static_cast<std::int64_t>(setup.seed);
    run.tool = this_tool();
    run.command = command;
    run.pci = setup.device.device.pci;
    run.uuid = setup.device.device.uuid;
    return store.start(run);
}

}  // namespace hone::cli
