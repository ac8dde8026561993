// SPDX-License-Identifier: MIT
// How `hone show` shows a run: everything that the store knows of it, from facts to failures.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "db/store/store.hpp"

namespace hone::cli {

/// A run with all that belongs to it.
struct Story {
    Run run;
    Device device;
    Kernel kernel;
    std::vector<Trial> trials;
    std::vector<Trial> finals;  // what cannot be told from the best, the chosen one first
    std::vector<Pruned> pruned;
    std::vector<ReferenceTiming> references;

    /// The run's choice; where it came to none, its fastest so far.
    std::optional<Trial> best() const;
    /// One trial for each config that was right, the fastest first.
    std::vector<Trial> fastest() const;
    /// Those that failed, in order.
    std::vector<Trial> failed() const;
};

/// Reads all of it.
Story story_of(Store& store, const Run& run);

/// How many trials are listed.
struct Detail {
    std::size_t fastest = 0, failed = 0;
};

/// Prints it for a person.
void print_story(Store& store, const Story& story, const Detail& detail);

/// The same for programs.
nlohmann::ordered_json story_json(Store& store, const Story& story, const Detail& detail);

}  // namespace hone::cli
