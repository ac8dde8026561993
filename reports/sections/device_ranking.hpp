// SPDX-License-Identifier: MIT
// Which device to take: for each routine the speed of each device beside the fastest one.
#pragma once

#include <optional>
#include <string>

#include "reports/evidence/speedup.hpp"
#include "reports/sections/document.hpp"

namespace hone {

/// The device that is fastest on most of the problems that several devices have, and the next one.
/// Times that noise does not tell apart are no win.
struct FastestDevice {
    std::string label;
    std::size_t wins = 0, problems = 0;
    std::string next;   // the fastest of the others, where the two have problems in common
    Speedup over_next;  // the geometric mean over these
};

/// Nothing where no problem was tuned on two devices.
std::optional<FastestDevice> fastest_device(const Evidence& evidence);

/// A row for each routine, a column for each device; no rows where there is one device.
Part ranking_part(const Evidence& evidence);

}  // namespace hone
