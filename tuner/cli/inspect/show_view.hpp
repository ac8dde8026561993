// SPDX-License-Identifier: MIT
// Prints a run for `hone show`, with everything that the store has of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "db/store/store.hpp"

namespace hone::cli {

/// A run with all data that belongs to it.
struct RunDetails {
    Run run;
    Device device;
    Kernel kernel;
    std::vector<Trial> trials;
    // the finalists that are equally fast as the best; the chosen one is first
    std::vector<Trial> finals;
    std::vector<Pruned> pruned;
    std::vector<ReferenceTiming> references;
    std::vector<SustainedTiming> sustained;  // under sustained load, the fastest first

    /// The best of the final round; without a final round, the fastest trial so far.
    std::optional<Trial> best() const;
    /// The fastest correct trial of each config, the fastest first.
    std::vector<Trial> fastest() const;
    /// The failed trials, in order.
    std::vector<Trial> failed() const;
};

/// Reads all data of a run.
RunDetails run_details(Store& store, const Run& run);

/// The maximal number of trials in the lists.
struct ListLimits {
    std::size_t fastest = 0, failed = 0;
};

/// Prints the run for a person.
void print_run_details(Store& store, const RunDetails& details, const ListLimits& limits);

/// Returns the run as JSON for programs.
nlohmann::ordered_json run_details_json(Store& store, const RunDetails& details,
                                        const ListLimits& limits);

}  // namespace hone::cli
