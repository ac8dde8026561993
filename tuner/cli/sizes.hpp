// SPDX-License-Identifier: MIT
// Many problems in few words: "512,1024,4096x64x4096".
#pragma once

#include <string>
#include <vector>

#include "spaces/space.hpp"

namespace hone::cli {

/// The arguments of each size, as `--size` would name them. A size is one number for every extent
/// of the problem, or a number for each, joined by x. An extent is an argument that is more than 1
/// when nobody says. Throws a usage Error for a size that does not fit the problem.
std::vector<Names> read_sizes(const std::string& words, const Space& space);

}  // namespace hone::cli
