// SPDX-License-Identifier: MIT
// Rung by rung, from the first value of each parameter on.
#include "tuner/catalog/ladder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "spaces/base/error.hpp"

namespace hone {

std::vector<Config> climbed(const Space& space, std::string_view precision) {
    std::vector<Config> all;
    Config wanted(space.parameters.size(), 0);
    for (const LadderStep& rung : space.ladder_for(precision)) {
        for (const auto& [name, value] : rung.values)
            if (const auto p = space.index_of(name))
                wanted[*p] = place_of(space.parameters[*p], value);
        all.push_back(wanted);
    }
    return all;
}

std::vector<Rise> rises(const Space& space, std::string_view precision,
                        const Candidates& candidates) {
    std::vector<Rise> all;
    const auto rungs = space.ladder_for(precision);
    const auto configs = climbed(space, precision);
    for (std::size_t i = 0; i < rungs.size(); ++i)
        if (const auto legal = candidates.nearest(configs[i]))
            all.push_back({rungs[i].name, configs[i], *legal});
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

}  // namespace hone
