// SPDX-License-Identifier: MIT
// A recipe of an older hone lists no values: then all values are accepted.
#include "db/recipe/config_check.hpp"

#include <algorithm>
#include <array>

#include "db/recipe/variables.hpp"

namespace hone::lookup {

std::vector<Number> parameters_of(const Recipe& recipe, const Settings& config) {
    std::vector<Number> values(recipe.parameters.size(), Number(Fault::not_a_number));
    for (const Setting& setting : config) {
        const auto found = std::ranges::find(recipe.parameters, setting.first);
        if (found != recipe.parameters.end())
            values[static_cast<std::size_t>(found - recipe.parameters.begin())] = value_of(setting);
    }
    return values;
}

Settings built_with(const Recipe& recipe, Settings config) {
    std::vector<Number> variables = parameters_of(recipe, config);
    variables.resize(recipe.variables.names().size(), Fault::not_a_number);
    for (Setting& setting : config)
        if (const auto found = recipe.built_with.find(setting.first);
            found != recipe.built_with.end())
            setting.second = found->second.value(variables).numerator();
    return config;
}

bool is_known_config(const Recipe& recipe, const Settings& config) {
    const bool known = std::ranges::none_of(recipe.values, &Settings::empty);
    if (!known) return true;
    if (config.size() != recipe.values.size()) return false;
    for (std::size_t i = 0; i < config.size(); ++i)
        if (std::ranges::find(recipe.values[i], config[i]) == recipe.values[i].end()) return false;
    return true;
}

bool may_run(const Recipe& recipe, std::span<const Number> variables) {
    return std::ranges::all_of(recipe.conditions, [&](const Recipe::Condition& condition) {
        return condition.holds.value(variables).truthy();
    });
}

double cost_of_advice(const Recipe& recipe, std::span<const Number> variables) {
    constexpr double each = 0.35;
    double cost = 0;
    for (const Recipe::Condition& advice : recipe.advice)
        cost += advice.holds.value(variables).truthy() ? 0 : each;
    return cost;
}

bool are_safe_options(std::string_view options) {
    constexpr std::string_view begin = "-cl-";
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzCL0123456789-=.";
    while (!options.empty()) {
        const std::string_view option = options.substr(0, options.find(' '));
        options.remove_prefix(std::min(option.size() + 1, options.size()));
        if (option.empty()) continue;
        const bool plain = option.find_first_not_of(letters) == option.npos;
        if (!option.starts_with(begin) || !plain) return false;
    }
    return true;
}

bool relax_math(std::string_view options) {
    // Options of OpenCL and of the compilers behind it, at any position.
    constexpr std::array<std::string_view, 15> relaxing{"-cl-fast-relaxed-math",
                                                        "-cl-unsafe-math-optimizations",
                                                        "-cl-finite-math-only",
                                                        "-cl-no-signed-zeros",
                                                        "-cl-mad-enable",
                                                        "-cl-denorms-are-zero",
                                                        "-cl-single-precision-constant",
                                                        "-ffast-math",
                                                        "-Ofast",
                                                        "-funsafe-math-optimizations",
                                                        "-ffinite-math-only",
                                                        "-fassociative-math",
                                                        "-freciprocal-math",
                                                        "-fno-signed-zeros",
                                                        "-ffp-contract=fast"};
    return std::ranges::any_of(
        relaxing, [&](std::string_view option) { return options.find(option) != options.npos; });
}

}  // namespace hone::lookup
