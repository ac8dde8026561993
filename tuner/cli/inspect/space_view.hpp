// SPDX-License-Identifier: MIT
// Prints the answers of `hone space`: the whole space, some candidates, or the rejections.
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

/// Prints the whole space: parameters, constraints, launches and the number of candidates.
void print_space(const SpaceQuery& query);

/// Prints the number of candidates; JSON also has the number of all combinations.
void print_count(const SpaceQuery& query);

/// Prints each config with its index and the value of each parameter.
void print_candidates(const SpaceQuery& query, const std::vector<Config>& configs);

/// Prints for each constraint how many configs it rejects.
void print_rejections(const SpaceQuery& query);

}  // namespace hone::cli
