// SPDX-License-Identifier: MIT
// What each constraint costs: how much of the product it rejects by itself, and how much comes back
// when it alone is dropped. A constraint that gives nothing back is implied by the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spaces/candidates/candidates.hpp"

namespace hone {

struct Rejection {
    std::string reason;
    std::optional<Index> alone;  ///< combinations of values that it rejects by itself
    std::optional<Index> only;   ///< combinations that nothing else rejects
    bool left_out = false;       ///< it reads what is not known, and rejects nothing here
    std::string fault = {};      ///< the error that it gives for some values: "division by zero"
};

/// The number of combinations of values, or nothing past 2^128 - 1.
std::optional<Index> product(const Space& space);

/// One entry for each constraint, in written order.
std::vector<Rejection> rejections(const Space& space, const Names& known = {});

/// Why no combination is a candidate: the first constraint that none satisfies, with its error, if any.
/// Empty where there are candidates.
std::string why_no_candidate(const Space& space, const Names& known);

}  // namespace hone
