// SPDX-License-Identifier: MIT
// A config's time under sustained load and its time after pauses, with its cells in a table.
#pragma once

#include <string>
#include <vector>

#include "db/store/sustained_timing.hpp"
#include "reports/text/table.hpp"

namespace hone {

struct LoadPoint {
    std::string config;
    double after_pauses_ns = 0;   // the median of one run
    double flops = 0, bytes = 0;  // of one run
    SustainedTiming sustained;
};

/// Combines a trial, whole or summarized, with the config's measurement under load.
template <class AnyTrial>
LoadPoint load_point(const AnyTrial& trial, const SustainedTiming& sustained) {
    return {trial.config, trial.time.median, trial.flops, trial.bytes, sustained};
}

/// The columns for the known figures, and the cells; figures that could not be measured are empty.
std::vector<Column> load_columns();
Row load_cells(const LoadPoint& point);

}  // namespace hone
