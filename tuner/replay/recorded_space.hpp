// SPDX-License-Identifier: MIT
// A recorded space: every config with its measured result, so that a strategy can be tried without
// a device. Read from hone's own database, from files of results, and from the CSV of published
// spaces: a row for each config with `status`, `time_ms`, and what building and timing took.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "spaces/candidates/candidates.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {

struct RecordedSpace {
    /// The result of one config.
    struct Result {
        std::optional<double> nanoseconds;  // empty for a failure
        double seconds = 0;                 // of building and timing; 0 where unknown
    };

    std::string name;    // of the file, or of the kernel and its device
    std::string kernel;  // recordings of one kernel can be transferred
    Space space;  // with the known constraints, which may be fewer than those that the rows obey
    std::map<Config, Result> results;

    double fastest() const;
    std::vector<Config> configs() const;
    /// The times alone, with the value indices of another recording of the same kernel; empty where
    /// the parameters differ.
    TransferTrials times_for(const Space& other) const;
};

/// Every recorded space of the file. A usage Error where there is none.
std::vector<RecordedSpace> read_recorded_spaces(const std::filesystem::path& file);

}  // namespace hone
