// SPDX-License-Identifier: MIT
// Which trial of a config counts: for the best, for lists and for the report. The view latest_trial
// says the same to the database.
#pragma once

#include "db/model/device_failure.hpp"
#include "db/model/trial.hpp"

namespace hone {

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
