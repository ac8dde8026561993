// SPDX-License-Identifier: MIT
// A recorded space: every config with its measured result, so that a strategy can be tried without
// a device. It is read from hone's own database, from files of results, or from the CSV of
// published spaces: a row for each config with `status`, `time_ms`, and the times of building and
// timing.
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
        double seconds = 0;                 // of building and timing; 0 if unknown
    };

    std::string name;    // of the file, or of the kernel and its device
    std::string kernel;  // recordings of one kernel can be transferred
    Space space;         // with the known constraints; the rows may obey more
    std::map<Config, Result> results;

    double fastest() const;
    std::vector<Config> configs() const;
    /// The times alone, with the value indices of another recording of the same kernel; empty if
    /// the parameters differ.
    TransferTrials times_for(const Space& other) const;
};

/// All recorded spaces of the file. Throws a usage Error if there is none.
std::vector<RecordedSpace> read_recorded_spaces(const std::filesystem::path& file);

}  // namespace hone
