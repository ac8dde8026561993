// SPDX-License-Identifier: MIT
// How `hone space` shows what it found: the whole space, some candidates, or why others are none.
#pragma once

#include <vector>

#include "spaces/candidates/candidates.hpp"
#include "spaces/space/space.hpp"

namespace hone::cli {

/// The space that was asked for, what is known of problem and device, and what is legal then.
struct Asked {
    Space space;
    Names known;
    Candidates candidates;
    bool as_json;
};

/// The whole space: parameters, constraints, launches, and how much there is of it.
void print_space(const Asked& asked);

/// The number of candidates; in JSON that of all combinations too.
void print_count(const Asked& asked);

/// Each with its number and the value of each parameter.
void print_candidates(const Asked& asked, const std::vector<Config>& configs);

/// For each constraint what it rejects.
void print_rejections(const Asked& asked);

}  // namespace hone::cli
