// SPDX-License-Identifier: MIT
// Maps each value of a parameter to the first value with which the same program is built.
#include "tuner/search/model/shared_programs.hpp"

#include <algorithm>
#include <numeric>

namespace hone {
namespace {

Config alone(const Parameter& parameter) {
    Config values(parameter.values.size());
    std::iota(values.begin(), values.end(), Config::value_type{0});
    return values;
}

Config built_alike(const Parameter& parameter, const Expression& built_with) {
    std::vector<Number> built;
    Config first;
    for (const Value& value : parameter.values) {
        const Names names{{parameter.name, value}};
        built.push_back(built_with.number(lookup_in(names)));
        const auto found = std::ranges::find(built, built.back());
        first.push_back(static_cast<Config::value_type>(found - built.begin()));
    }
    return first;
}

}  // namespace

std::vector<Config> values_built_alike(const Space& space) {
    std::vector<Config> all;
    if (space.built_with.empty()) return all;
    for (const Parameter& parameter : space.parameters) {
        const auto found = space.built_with.find(parameter.name);
        all.push_back(found == space.built_with.end() ? alone(parameter)
                                                      : built_alike(parameter, found->second));
    }
    return all;
}

Config SharedPrograms::program_of(const Config& config) const {
    Config program = config;
    for (std::size_t p = 0; p < problem_.built_alike.size(); ++p)
        program[p] = problem_.built_alike[p][config[p]];
    return program;
}

std::vector<Config> SharedPrograms::alike(const Config& config) const {
    std::vector<Config> all{config};
    for (std::size_t p = 0; p < problem_.built_alike.size(); ++p) {
        const Config& first = problem_.built_alike[p];
        const std::size_t count = all.size();
        for (std::size_t value = 0; value < first.size(); ++value) {
            if (value == config[p] || first[value] != first[config[p]]) continue;
            for (std::size_t i = 0; i < count; ++i) {
                all.push_back(all[i]);
                all.back()[p] = static_cast<Config::value_type>(value);
            }
        }
    }
    std::erase_if(all, [&](const Config& each) { return !problem_.candidates.contains(each); });
    return all;
}

}  // namespace hone
