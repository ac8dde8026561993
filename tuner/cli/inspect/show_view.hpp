// SPDX-License-Identifier: MIT
// Prints a run for `hone show`: all that the store has of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "db/store/store.hpp"

namespace hone::cli {

/// A run with all that belongs to it.
struct RunDetails {
    Run run;
    Device device;
    Kernel kernel;
    std::vector<Trial> trials;
    std::vector<Trial> finals;  // the finalists that tie with the best, the chosen one first
    std::vector<Pruned> pruned;
    std::vector<ReferenceTiming> references;
    std::vector<SteadyTiming> steady;  // under load, the fastest first

    /// The best of the final round; without one, the fastest trial so far.
    std::optional<Trial> best() const;
    /// The fastest right trial of each config, the fastest first.
    std::vector<Trial> fastest() const;
    /// Those that failed, in order.
    std::vector<Trial> failed() const;
};

/// Reads all of it.
RunDetails run_details(Store& store, const Run& run);

/// How many trials are listed.
struct ListLimits {
    std::size_t fastest = 0, failed = 0;
};

/// Prints it for a person.
void print_run_details(Store& store, const RunDetails& details, const ListLimits& limits);

/// The same for programs.
nlohmann::ordered_json run_details_json(Store& store, const RunDetails& details,
                                        const ListLimits& limits);

}  // namespace hone::cli
