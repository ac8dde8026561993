// SPDX-License-Identifier: MIT
// The other problems on which a config must be right before it is reported. Shipped routines use
// ragged problems; a user's own kernel uses the sizes of its space, or sizes generated here.
#pragma once

#include <vector>

#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

struct CheckSizes {
    std::vector<Problem> problems = {};
    bool are_generated = false;  // by hone: the kernel may reject some of them
    /// The number of generated problems, from the first, that suffice if a check takes long.
    std::size_t few = 0;
    /// The number of generated problems, at the end, that may be far larger than the tuned one.
    std::size_t large = 0;
};

/// Empty for a kernel without sizes, or one whose results are compared with a file. Generated sizes
/// are: one element, less than a work-group, each remainder up to 13, the problem's own size plus
/// and minus one unless it is large, and sizes whose indices need more than 16 bits.
CheckSizes check_sizes(const Space& space, const Problem& problem);

}  // namespace hone
