// SPDX-License-Identifier: MIT
// The other problems on which a config must be right before it is reported. Shipped routines use
// ragged problems; a user's own kernel uses the sizes of its space, or sizes chosen here.
#pragma once

#include <vector>

#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

struct CheckSizes {
    std::vector<Problem> problems = {};
    bool chosen = false;  // by hone: the kernel may reject some of them
    std::size_t few =
        0;  // of the chosen ones: the first, which are enough where a check takes long
    std::size_t large =
        0;  // of the chosen ones: the last, which may be far larger than the problem's own
};

/// Empty for a kernel whose results are compared with a file, and for one without sizes. Chosen are
/// sizes of one element, of less than a work-group, with each remainder of up to 13, one more
/// and one less than the problem's own, unless that is large, and more than 16 bits count.
CheckSizes check_sizes(const Space& space, const Problem& problem);

}  // namespace hone
