// SPDX-License-Identifier: MIT
// Many problems in few words: "512,1024,4096x64x4096", "64..4096".
#pragma once

#include <string>
#include <vector>

#include "spaces/space/space.hpp"

namespace hone::cli {

/// The names of a problem's extents: the arguments that are more than 1 when nobody says.
std::vector<std::string> extents_of(const Space& space);

/// The arguments of each size, as `--size` would name them. A size is one number for every extent
/// of the problem, or a number for each, joined by x. Where a number is FROM..TO, sizes are spread
/// between: so many as follow behind a colon, else four for each such extent. Throws a usage Error
/// for a size that does not fit the problem.
std::vector<Names> read_sizes(const std::string& words, const Space& space);

}  // namespace hone::cli
