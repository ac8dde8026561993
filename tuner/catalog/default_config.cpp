// SPDX-License-Identifier: MIT
// Reads the `#define`s of a kernel's source; values in the space take precedence.
#include "tuner/catalog/default_config.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace hone {
namespace {

// The first definition of each name counts, since each is guarded by #ifndef.
std::map<std::string, std::string> definitions_in(const std::string& source) {
    std::map<std::string, std::string> defined;
    std::istringstream lines(source);
    for (std::string text; std::getline(lines, text);) {
        std::istringstream words(text);
        std::string define;
        std::string name;
        std::string value;
        if (words >> define >> name >> value && define == "#define") defined.emplace(name, value);
    }
    return defined;
}

std::optional<std::string> default_of(const std::string& parameter, const Space& space,
                                      const std::map<std::string, std::string>& defined) {
    if (const auto said = space.defaults.find(parameter); said != space.defaults.end())
        return text(said->second);
    const auto found = defined.find(parameter);
    return found == defined.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<Config> default_config(const std::string& source, const Space& space) {
    const auto defined = definitions_in(source);
    Config config;
    for (const Parameter& parameter : space.parameters) {
        const auto said = default_of(parameter.name, space, defined);
        if (!said) return std::nullopt;
        const auto value = std::ranges::find(parameter.values, *said,
                                             [](const Value& each) { return text(each); });
        if (value == parameter.values.end()) return std::nullopt;
        config.push_back(static_cast<Config::value_type>(value - parameter.values.begin()));
    }
    return config;
}

}  // namespace hone
