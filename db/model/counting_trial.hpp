// SPDX-License-Identifier: MIT
// Which trial of a config counts: for the best, for lists and for the report. The view latest_trial
// says the same to the database. A device or driver that lacks memory for a moment, or is gone, says nothing of
// the config that runs then.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "db/model/trial.hpp"

namespace hone {

/// Whether a message ends with such an error of OpenCL: the device is not available (-2), memory or other resources
/// are not there (-4, -5, -6), or an event has no times (-7). views.sql knows them by the same words.
constexpr bool tells_of_device(std::string_view message) {
    constexpr std::array<std::string_view, 5> ends{" gave -2", " gave -4", " gave -5", " gave -6",
                                                   " gave -7"};
    return std::ranges::any_of(ends, [&](std::string_view end) { return message.ends_with(end); });
}

/// A size that is checked may take longer than its limit and be right. Such a config was called wrong once.
constexpr bool tells_of_time_elsewhere(std::string_view message) {
    return message.starts_with("right here, timeout at ");
}

/// Whether a trial is a failure that is no verdict on its config, which is tried again.
template <class AnyTrial>
constexpr bool is_device_failure(const AnyTrial& trial) {
    if (trial.outcome == Outcome::ok) return false;
    return tells_of_device(trial.message) ||
           (trial.outcome == Outcome::wrong && tells_of_time_elsewhere(trial.message));
}

/// Whether a time was taken side by side with others, or of one config with care.
constexpr bool is_careful(Purpose purpose) {
    return purpose == Purpose::final || purpose == Purpose::check;
}

/// Whether the newer of two trials of a config counts instead of the other: a careful one always,
/// another where the other is neither careful nor, both being right, faster.
template <class AnyTrial>
bool counts_instead(const AnyTrial& newer, const AnyTrial& other) {
    if (is_careful(newer.purpose) || is_careful(other.purpose)) return is_careful(newer.purpose);
    const bool both_right = newer.outcome == Outcome::ok && other.outcome == Outcome::ok;
    return !both_right || newer.time.median < other.time.median;
}

/// Adds a trial that is newer than those of the map. What failed by the device takes the place of nothing.
template <class Map, class AnyTrial>
void add_newer(Map& counting, const typename Map::key_type& config, const AnyTrial& trial) {
    if constexpr (requires { trial.message; })
        if (is_device_failure(trial) && counting.contains(config)) return;
    const auto [known, is_new] = counting.try_emplace(config, trial);
    if (!is_new && counts_instead(trial, known->second)) known->second = trial;
}

}  // namespace hone
