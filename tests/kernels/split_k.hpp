// SPDX-License-Identifier: MIT
// Configs of the kernels for NVIDIA GPUs that split K.
#pragma once

#include <array>
#include <string>

#include "spaces/candidates/candidates.hpp"

namespace hone::test {

inline Candidates candidates_where(const Space& space, const Names& known,
                                   const std::string& condition) {
    const std::array also{Constraint{condition, Expression::parse(condition)}};
    return Candidates(space, known, also);
}

/// The condition for a split of K: of the tail alone, if the kernel can do that.
inline std::string split_of_tail(const Space& space) {
    return space.index_of("SPLIT_TAIL") ? "SPLIT_K > 1 && SPLIT_TAIL == 1" : "SPLIT_K > 1";
}

}  // namespace hone::test
