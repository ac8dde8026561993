// SPDX-License-Identifier: MIT
// Which device to choose: for each routine the speed of each device relative to the fastest.
#pragma once

#include <optional>
#include <string>

#include "reports/evidence/speedup.hpp"
#include "reports/sections/document.hpp"

namespace hone {

/// The device that is fastest on most of the problems that several devices have, and the next one.
/// A difference within noise is not a win.
struct FastestDevice {
    std::string label;
    std::size_t wins = 0, problems = 0;
    std::string next;          // the fastest other device that shares problems
    RatioWithError over_next;  // the geometric mean over the shared problems
};

/// Empty if no problem was tuned on two devices.
std::optional<FastestDevice> fastest_device(const Evidence& evidence);

/// A row for each routine, a column for each device; no rows for a single device.
Part ranking_part(const Evidence& evidence);

}  // namespace hone
