// SPDX-License-Identifier: MIT
// A config under steady load beside what it takes after pauses, and its cells in a table.
#pragma once

#include <string>
#include <vector>

#include "db/store/steady_timing.hpp"
#include "reports/text/table.hpp"

namespace hone {

struct LoadPoint {
    std::string config;
    double after_pauses_ns = 0;   // of one run, the median
    double flops = 0, bytes = 0;  // of one run
    SteadyTiming steady;
};

/// Of a trial, whole or in short, and what its config took under load.
template <class AnyTrial>
LoadPoint load_point(const AnyTrial& trial, const SteadyTiming& steady) {
    return {trial.config, trial.time.median, trial.flops, trial.bytes, steady};
}

/// The columns of what is known of it, and its cells: those that nobody could measure are empty.
std::vector<Column> load_columns();
Row load_cells(const LoadPoint& point);

}  // namespace hone
