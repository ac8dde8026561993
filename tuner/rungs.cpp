// SPDX-License-Identifier: MIT
// Rung by rung, from the first value of each parameter on.
#include "tuner/rungs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "spaces/error.hpp"

namespace hone {

namespace {

void climb(const Space& space, const Rung& rung, Config& wanted) {
    for (const auto& [name, value] : rung.values) {
        const auto p = space.index_of(name);
        if (p) wanted[*p] = place_of(space.parameters[*p], value);
    }
}

}  // namespace

std::vector<Rise> rises(const Space& space, std::string_view precision,
                        const Candidates& candidates) {
    std::vector<Rise> all;
    Config wanted(space.parameters.size(), 0);
    for (const Rung& rung : space.rungs(precision)) {
        climb(space, rung, wanted);
        if (const auto legal = candidates.nearest(wanted))
            all.push_back({rung.name, wanted, *legal});
    }
    return all;
}

Config top_of(const Space& space, std::string_view precision) {
    Config wanted(space.parameters.size(), 0);
    for (const Rung& rung : space.rungs(precision)) climb(space, rung, wanted);
    return wanted;
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

}  // namespace hone
