// SPDX-License-Identifier: MIT
// Prints the answers of `hone space`: the whole space, some candidates, or what excludes others.
#pragma once

#include <vector>

#include "spaces/candidates/candidates.hpp"
#include "spaces/space/space.hpp"

namespace hone::cli {

/// The space, the names that its expressions may use, and its candidates.
struct SpaceQuery {
    Space space;
    Names known;
    Candidates candidates;
    bool as_json;
};

/// The whole space: parameters, constraints, launches, and the number of candidates.
void print_space(const SpaceQuery& query);

/// The number of candidates; in JSON that of all combinations too.
void print_count(const SpaceQuery& query);

/// Each with its index and the value of each parameter.
void print_candidates(const SpaceQuery& query, const std::vector<Config>& configs);

/// For each constraint how many configs it rejects.
void print_rejections(const SpaceQuery& query);

}  // namespace hone::cli
