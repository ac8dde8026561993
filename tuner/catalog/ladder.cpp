// SPDX-License-Identifier: MIT
// Each step adds its values to those of the previous step; the first step starts from the first
// value of each parameter.
#include "tuner/catalog/ladder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "spaces/base/error.hpp"

namespace hone {

namespace {

void choose(const LadderStep& step, const Space& space, Config& config) {
    for (const auto& [name, value] : step.values)
        if (const auto p = space.index_of(name))
            config[*p] = value_index(space.parameters[*p], value);
}

}  // namespace

std::vector<Config> ladder_configs(const Space& space, std::string_view precision) {
    std::vector<Config> all;
    Config wanted(space.parameters.size(), 0);
    for (const LadderStep& step : space.ladder_for(precision)) {
        choose(step, space, wanted);
        all.push_back(wanted);
    }
    return all;
}

std::vector<Config> start_configs(const Space& space, std::string_view precision,
                                  const Names& known, const Candidates& candidates) {
    const std::vector<Config> ladder = ladder_configs(space, precision);
    std::vector<Config> wanted;
    for (const Start& start : space.starts) {
        if (!start.is_for(precision)) continue;
        if (start.when && !start.when->number(lookup_in(known)).truthy()) continue;
        wanted.push_back(ladder.empty() ? Config(space.parameters.size(), 0) : ladder.back());
        choose(start, space, wanted.back());
    }
    if (!ladder.empty()) wanted.push_back(ladder.back());
    std::vector<Config> all;
    for (const Config& each : wanted) {
        const auto legal = candidates.nearest(each);
        if (legal && std::ranges::find(all, *legal) == all.end()) all.push_back(*legal);
    }
    return all;
}

std::vector<LegalLadderStep> legal_ladder_steps(const Space& space, std::string_view precision,
                                                const Candidates& candidates) {
    std::vector<LegalLadderStep> all;
    const auto steps = space.ladder_for(precision);
    const auto configs = ladder_configs(space, precision);
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (const auto legal = candidates.nearest(configs[i]))
            all.push_back({steps[i].name, configs[i], *legal});
    return all;
}

std::uint16_t value_index(const Parameter& parameter, const Value& value) {
    const auto found = std::ranges::find(parameter.values, value);
    if (found != parameter.values.end())
        return static_cast<std::uint16_t>(found - parameter.values.begin());
    std::vector<std::string> texts;
    for (const Value& each : parameter.values) texts.push_back(text(each));
    throw Error(Exit::usage, fmt::format("{} has no value {}", parameter.name, text(value)),
                fmt::format("its values: {}", fmt::join(texts, ", ")));
}

}  // namespace hone
