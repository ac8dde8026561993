// SPDX-License-Identifier: MIT
// One row of a cover: a small set of configs that together are good for many problems.
#pragma once

#include <string>

namespace hone {

/// The time of one config of a cover on one problem, and the best time of that problem.
struct CoverRow {
    std::string device, kernel;  // their ids
    std::string precision, config, problem;
    double median_ns = 0, best_ns = 0;

    friend bool operator==(const CoverRow&, const CoverRow&) = default;
};

}  // namespace hone
