// SPDX-License-Identifier: MIT
// The measurements of a run's configs under sustained load, for `hone show`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "db/store/sustained_timing.hpp"

namespace hone::cli {

/// The objective that the run minimized; empty if that is the time after idle periods.
std::string objective_of(const Run& run);

/// Prints a table of the measurements; prints nothing if there are none.
void print_sustained(const std::vector<SustainedTiming>& sustained,
                     const std::vector<Trial>& trials);
nlohmann::ordered_json sustained_json(const std::vector<SustainedTiming>& sustained,
                                      const std::vector<Trial>& trials);

}  // namespace hone::cli
