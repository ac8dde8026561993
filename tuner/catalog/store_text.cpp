// SPDX-License-Identifier: MIT
// Canonical texts, so that equal objects have equal ids.
#include "tuner/catalog/store_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "db/model/canonical_json.hpp"

namespace hone {
namespace {

// The config of this text, if it uses the current names.
std::optional<Config> config_of_today(const Space& space, const std::string& text) {
    const auto object = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!object.is_object() || object.size() != space.parameters.size()) return std::nullopt;
    Config config;
    for (const Parameter& parameter : space.parameters) {
        const auto wanted = object.find(parameter.name);
        if (wanted == object.end()) return std::nullopt;
        // Compares values in the form that the store writes.
        const auto found =
            std::find_if(parameter.values.begin(), parameter.values.end(), [&](const Value& value) {
                const auto one =
                    nlohmann::ordered_json::parse(canonical({setting(parameter.name, value)}));
                return one.front() == *wanted;
            });
        if (found == parameter.values.end()) return std::nullopt;
        config.push_back(static_cast<std::uint16_t>(found - parameter.values.begin()));
    }
    return config;
}

}  // namespace

Setting setting(const std::string& name, const Value& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return {name, *word};
    const Number number = std::get<Number>(value);
    if (number.whole()) return {name, number.numerator()};
    return {name, number.real()};
}

Settings settings_of(const Problem& problem) {
    Settings settings;
    for (const auto& [name, value] : problem.arguments) settings.push_back(setting(name, value));
    return settings;
}

std::string config_text(const Space& space, const Config& config) {
    std::vector<Setting> settings;
    for (std::size_t p = 0; p < config.size(); ++p) {
        settings.push_back(
            setting(space.parameters[p].name, space.parameters[p].values[config[p]]));
    }
    return canonical(settings);
}

std::optional<Config> config_from(const Space& space, const std::string& text) {
    if (auto config = config_of_today(space, text)) return config;
    std::vector<std::string> names;
    for (const Parameter& parameter : space.parameters) names.push_back(parameter.name);
    return config_of_today(space, canonical(formerly_of(space).today(settings_of(text), names)));
}

Formerly formerly_of(const Space& space) {
    const FormerNames& declared = space.formerly;
    Formerly formerly;
    formerly.names = declared.names;
    for (const auto& [today, former] : declared.parameters)
        formerly.parameters.emplace_back(former, today);
    for (const auto& [parameter, words] : declared.words)
        for (const auto& [today, former] : words)
            formerly.words.emplace_back(Setting(parameter, former), Setting(parameter, today));
    for (const auto& [parameter, value] : declared.neutral)
        formerly.neutral.push_back(setting(parameter, value));
    return formerly;
}

bool is_named(const Space& space, const std::string& kernel) {
    const auto& former = space.formerly.names;
    return kernel == space.name || std::ranges::find(former, kernel) != former.end();
}

std::string problem_text(const Problem& problem) {
    std::vector<Setting> settings;
    for (const auto& [name, value] : problem.arguments) settings.push_back(setting(name, value));
    return canonical(settings);
}

Names arguments_from(const std::string& problem) {
    Names arguments;
    const auto said = nlohmann::ordered_json::parse(problem);
    for (const auto& [name, value] : said.items())
        arguments[name] = value.is_string() ? Value(value.get<std::string>())
                                            : Value(Number::parse(value.dump()));
    return arguments;
}

Problem problem_from(const Space& space, const MeasurementKey& key) {
    return make_problem(space, key.precision, arguments_from(key.problem));
}

}  // namespace hone
