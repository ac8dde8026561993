// SPDX-License-Identifier: MIT
// What the configs of a run take under steady load, for `hone show`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "db/store/steady_timing.hpp"

namespace hone::cli {

/// What the run made small; empty where that is the time after pauses.
std::string objective_of(const Run& run);

/// A table of what was measured; nothing where nothing was.
void print_under_load(const std::vector<SteadyTiming>& steady, const std::vector<Trial>& trials);
nlohmann::ordered_json under_load_json(const std::vector<SteadyTiming>& steady,
                                       const std::vector<Trial>& trials);

}  // namespace hone::cli
