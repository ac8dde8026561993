// SPDX-License-Identifier: MIT
// A device or driver that lacks memory for a moment, or is gone, says nothing of the config that runs then.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "db/model/outcome.hpp"

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

}  // namespace hone
