// SPDX-License-Identifier: MIT
// Translates names, then words, then adds missing parameters, then sorts.
#include "db/model/formerly.hpp"

#include <algorithm>

namespace hone {
namespace {

/// The replacement of a former value, or the value itself.
template <class T>
T replaced(const std::vector<std::pair<T, T>>& pairs, const T& former) {
    const auto found = std::ranges::find(pairs, former, &std::pair<T, T>::first);
    return found == pairs.end() ? former : found->second;
}

auto named(Settings& settings, const std::string& name) {
    return std::ranges::find(settings, name, &Setting::first);
}

}  // namespace

Settings Formerly::today(const Settings& config, std::span<const std::string> order) const {
    Settings given;
    for (const auto& [name, value] : config)
        given.push_back(replaced(words, Setting(replaced(parameters, name), value)));
    for (const Setting& each : neutral)
        if (named(given, each.first) == given.end()) given.push_back(each);
    Settings sorted;
    for (const std::string& name : order) {
        const auto found = named(given, name);
        if (found == given.end()) continue;
        sorted.push_back(*found);
        given.erase(found);
    }
    sorted.insert(sorted.end(), given.begin(), given.end());
    return sorted;
}

}  // namespace hone
