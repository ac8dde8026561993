// SPDX-License-Identifier: MIT
// Decides which trial of a config counts: for the best, for lists and for the report. The view
// latest_trial has the same rule in SQL. A failure of the device or driver, such as a temporary
// lack of memory, says nothing about the config.
#pragma once

#include "db/model/trial.hpp"

namespace hone {

/// Whether a trial failed for a reason other than its config. The config is then tried again. Older
/// versions stored a config as wrong if only its check at another size took too long.
template <class AnyTrial>
constexpr bool is_device_failure(const AnyTrial& trial) {
    if (trial.outcome == Outcome::ok) return false;
    return trial.at_fault == AtFault::device ||
           (trial.outcome == Outcome::wrong && trial.at_fault == AtFault::time_limit);
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
/// trial, and every other trial replaces it.
template <class Map, class AnyTrial>
void add_newer(Map& counting, const typename Map::key_type& config, const AnyTrial& trial) {
    const auto [known, is_new] = counting.try_emplace(config, trial);
    if (is_new) return;
    bool counts = counts_instead(trial, known->second);
    if constexpr (requires { trial.at_fault; })
        counts = !is_device_failure(trial) && (counts || is_device_failure(known->second));
    if (counts) known->second = trial;
}

}  // namespace hone
