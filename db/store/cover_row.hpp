// SPDX-License-Identifier: MIT
// A figure of a cover: a few configs that serve many problems.
#pragma once

#include <string>

namespace hone {

/// What one config of a cover takes for one problem, beside what that problem's best takes.
struct Covering {
    std::string device, kernel;  // their ids
    std::string precision, config, problem;
    double median_ns = 0, best_ns = 0;

    friend bool operator==(const Covering&, const Covering&) = default;
};

}  // namespace hone
