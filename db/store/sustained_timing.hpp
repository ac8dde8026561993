// SPDX-License-Identifier: MIT
// A config under sustained load: time and energy of a run when runs follow each other without a
// gap.
#pragma once

#include <optional>
#include <string>

#include "db/api/objective.hpp"
#include "db/model/trial.hpp"

namespace hone {

/// Zeros and empty texts mean unknown.
struct SustainedTiming {
    std::string trial;   // of the config
    double seconds = 0;  // duration of the sustained load
    double run_ns = 0;   // mean time of a run
    double joules = 0;   // mean energy of a run
    double watts = 0;
    double clock_mhz = 0;   // of the compute units
    std::string meter;      // "NVML", "hwmon", "RAPL"
    std::string throttled;  // what limited the clock: "power limit"
    std::string message;    // why there is no energy

    friend bool operator==(const SustainedTiming&, const SustainedTiming&) = default;
};

/// The value to minimize: seconds, joules or joule-seconds of a run; nullopt if it was not
/// measured.
inline std::optional<double> value_of(const SustainedTiming& sustained, Objective objective) {
    const double seconds = sustained.run_ns * 1e-9;
    const double value = objective == Objective::energy ? sustained.joules
                         : objective == Objective::edp  ? sustained.joules * seconds
                                                        : seconds;
    return value > 0 ? std::optional(value) : std::nullopt;
}

/// A config with its measurements under sustained load, and where they were made.
struct SustainedBest {
    SustainedTiming sustained;
    Best best;
};

}  // namespace hone
