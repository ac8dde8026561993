// SPDX-License-Identifier: MIT
// The effect of each constraint: how many combinations it rejects by itself, and how many become
// legal if only it is dropped. A constraint that adds none is implied by the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spaces/candidates/candidates.hpp"

namespace hone {

struct Rejection {
    std::string reason;
    std::optional<Index> alone;  ///< combinations of values that it rejects by itself
    std::optional<Index> only;   ///< combinations that only it rejects
    bool left_out = false;       ///< it reads an unknown name, and rejects nothing here
    std::string fault = {};      ///< its error for some values: "division by zero"
};

/// The number of combinations of values; nullopt above 2^128 - 1.
std::optional<Index> product(const Space& space);

/// One entry for each constraint, in declared order.
std::vector<Rejection> rejections(const Space& space, const Names& known = {});

/// Why there is no candidate: the first constraint that no combination satisfies, with its error,
/// if any. Empty if there are candidates.
std::string why_no_candidate(const Space& space, const Names& known);

}  // namespace hone
