// SPDX-License-Identifier: MIT
// A config under steady load: what a run takes and costs when one follows the other without a gap.
#pragma once

#include <optional>
#include <string>

#include "db/api/objective.hpp"
#include "db/model/trial.hpp"

namespace hone {

/// Zeros and empty texts mean that nobody could say.
struct SteadyTiming {
    std::string trial;   // of the config
    double seconds = 0;  // of steady load that were measured
    double run_ns = 0;   // of one run, in the mean
    double joules = 0;   // of one run, in the mean
    double watts = 0;
    double clock_mhz = 0;   // of the compute units
    std::string meter;      // "NVML", "hwmon", "RAPL"
    std::string throttled;  // what held the clock back: "power limit"
    std::string message;    // why there is no energy

    friend bool operator==(const SteadyTiming&, const SteadyTiming&) = default;
};

/// What the objective makes small: seconds, joules or joule-seconds of a run; nothing where it was
/// not measured.
inline std::optional<double> value_of(const SteadyTiming& steady, Objective objective) {
    const double seconds = steady.run_ns * 1e-9;
    const double value = objective == Objective::energy ? steady.joules
                         : objective == Objective::edp  ? steady.joules * seconds
                                                        : seconds;
    return value > 0 ? std::optional(value) : std::nullopt;
}

/// A config with what it takes under steady load, and where that was measured.
struct SteadyBest {
    SteadyTiming steady;
    Best best;
};

}  // namespace hone
