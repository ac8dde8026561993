// SPDX-License-Identifier: MIT
// What a space may declare in [resources] about the behavior of a config. Rules that need a hint do
// not apply where the space does not give it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "spaces/candidates/plan.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// How the innermost loop of a config accesses memory, and how much of it can overlap.
struct Hints {
    using Hint = std::optional<std::int64_t>;
    Hint access_bytes;      // that a work-item loads from global memory in one access
    Hint access_stride;     // bytes from one work-item's load to its neighbor's
    Hint access_alignment;  // bytes that the first load of a work-group is aligned to
    Hint bank_stride;       // 4-byte words from one work-item's local access to its neighbor's
    Hint independent;       // independent instructions of a work-item
    Hint instructions_per_access;  // that a work-item issues for each access to global memory
};

/// The names of the hints, as [resources] has them.
std::span<const std::string> hint_names();

/// The hints of one config. `known` holds the names that are no parameters. Throws a usage Error
/// for a value that is no whole number.
Hints read_hints(const Space& space, const Plan& plan, const Names& known);

}  // namespace hone
