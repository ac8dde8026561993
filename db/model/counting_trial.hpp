// SPDX-License-Identifier: MIT
// Decides which trial of a config counts: for the best, for lists and for the report. The view
// latest_trial has the same rule in SQL. A failure of the device or driver, such as a temporary
// lack of memory, says nothing about the config.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "db/model/trial.hpp"

namespace hone {

/// Whether a message ends with an OpenCL error of the device: device not available (-2), out of
/// memory or other resources (-4, -5, -6), or an event without times (-7). views.sql compares the
/// same words.
constexpr bool tells_of_device(std::string_view message) {
    constexpr std::array<std::string_view, 5> ends{" gave -2", " gave -4", " gave -5", " gave -6",
                                                   " gave -7"};
    return std::ranges::any_of(ends, [&](std::string_view end) { return message.ends_with(end); });
}

/// Whether only the check at another size exceeded its time limit; the result may be correct. Older
/// versions stored such a config as wrong.
constexpr bool tells_of_time_elsewhere(std::string_view message) {
    return message.starts_with("right here, timeout at ");
}

/// Whether a trial failed for a reason other than its config. The config is then tried again.
template <class AnyTrial>
constexpr bool is_device_failure(const AnyTrial& trial) {
    if (trial.outcome == Outcome::ok) return false;
    return tells_of_device(trial.message) ||
           (trial.outcome == Outcome::wrong && tells_of_time_elsewhere(trial.message));
}

/// Whether a time comes from an interleaved comparison, or from a careful measurement of one
/// config.
constexpr bool is_careful(Purpose purpose) {
    return purpose == Purpose::final || purpose == Purpose::check;
}

/// Whether the newer of two trials of a config replaces the other. A careful one always does.
/// Another one does unless the older is careful or, if both ran correctly, faster.
template <class AnyTrial>
bool counts_instead(const AnyTrial& newer, const AnyTrial& other) {
    if (is_careful(newer.purpose) || is_careful(other.purpose)) return is_careful(newer.purpose);
    const bool both_right = newer.outcome == Outcome::ok && other.outcome == Outcome::ok;
    return !both_right || newer.time.median < other.time.median;
}

/// Adds a trial that is newer than those of the map. A failure of the device never replaces another
/// trial.
template <class Map, class AnyTrial>
void add_newer(Map& counting, const typename Map::key_type& config, const AnyTrial& trial) {
    if constexpr (requires { trial.message; })
        if (is_device_failure(trial) && counting.contains(config)) return;
    const auto [known, is_new] = counting.try_emplace(config, trial);
    if (!is_new && counts_instead(trial, known->second)) known->second = trial;
}

}  // namespace hone
