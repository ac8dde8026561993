// SPDX-License-Identifier: MIT
// The results of `hone best` as tables and JSON.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "reports/text/table.hpp"

namespace hone::cli {

/// The selected bests with the data that their tables need.
struct Bests {
    std::vector<Best> rows;
    std::map<std::string, Kernel> kernels;             // by id
    std::map<std::string, SustainedTiming> sustained;  // under load, by trial
    Objective objective = Objective::time;

    std::string problem(const Best& best) const;
    /// The value that the objective minimizes.
    double value(const Best& best) const;
    /// Whether no other kernel of the routine is better for the same problem on the same device.
    bool wins(const Best& best) const;
};

/// A table with the columns that a person compares.
Table readable(const Bests& bests);
/// Prints the table; prints records if the terminal is too narrow for it.
void print_table(const Bests& bests);
/// For programs: every number exactly, every text as stored.
Table exact(const Bests& bests);
nlohmann::ordered_json bests_json(const Bests& bests);

}  // namespace hone::cli
