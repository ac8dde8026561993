// SPDX-License-Identifier: MIT
// The hints that a space may declare in [resources] about the behavior of a config. A rule that
// needs a missing hint does not apply.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "spaces/candidates/plan.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// How the innermost loop of a config accesses memory, and how many of its instructions can
/// overlap.
struct Hints {
    using Hint = std::optional<std::int64_t>;
    Hint access_bytes;      // that a work-item loads from global memory in one access
    Hint access_stride;     // bytes from one work-item's load to its neighbor's
    Hint access_alignment;  // to which the first load of a work-group is aligned
    Hint bank_stride;       // 4-byte words from one work-item's local access to its neighbor's
    Hint independent;       // independent instructions of a work-item
    Hint instructions_per_access;  // issued by a work-item for each access to global memory
};

/// The names of the hints in [resources].
std::span<const std::string> hint_names();

/// The hints of one config. `known` holds the names that are not parameters. Throws a usage Error
/// for a value that is not a whole number.
Hints read_hints(const Space& space, const Plan& plan, const Names& known);

}  // namespace hone
