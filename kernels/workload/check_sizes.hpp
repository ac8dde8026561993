// SPDX-License-Identifier: MIT
// The other problems that a config must be right on before anyone is told of it: for the routines
// that come with hone ragged ones, for a user's own kernel what its space names, or what is chosen
// here.
#pragma once

#include <vector>

#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

struct CheckSizes {
    std::vector<Problem> problems = {};
    bool chosen = false;  // by hone: the kernel need not accept all of them
    std::size_t few =
        0;  // of the chosen ones: the first, which are enough where a check takes long
};

/// Empty for a kernel whose results are compared with a file, and for one without sizes. Chosen are
/// sizes of one element, of less than a work-group, with each remainder of up to 13, and one more
/// and one less than the problem's own, unless that is large.
CheckSizes check_sizes(const Space& space, const Problem& problem);

}  // namespace hone
