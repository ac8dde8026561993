// SPDX-License-Identifier: MIT
// A recorded space: every choice with what came of it, so that a strategy can be tried without a
// device. Read from hone's own database, from files of results, and from the CSV in which whole
// spaces are published: a row a config, `status`, `time_ms`, and what building and timing cost.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "spaces/candidates/candidates.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {

struct Recorded {
    /// What came of one config.
    struct Result {
        std::optional<double> nanoseconds;  // nothing where it failed
        double seconds = 0;                 // that building and timing took; 0 where nobody said
    };

    std::string name;    // of the file, or of the kernel and its device
    std::string kernel;  // recordings of one kernel teach each other
    Space space;         // its constraints are those that are known, and may say less than the rows
    std::map<Config, Result> results;

    double fastest() const;
    std::vector<Config> configs() const;
    /// The times alone, in the numbering of another recording of the same kernel; empty where the
    /// parameters differ.
    Elsewhere times_for(const Space& other) const;
};

/// Every recording in the file. A usage Error where there is none.
std::vector<Recorded> read_recorded(const std::filesystem::path& file);

}  // namespace hone
