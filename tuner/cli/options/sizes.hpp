// SPDX-License-Identifier: MIT
// Many problems in short form: "512,1024,4096x64x4096", "64..4096".
#pragma once

#include <string>
#include <vector>

#include "spaces/space/space.hpp"

namespace hone::cli {

/// The arguments of each size, as `--size` would name them. A size is one number for every extent
/// of the problem, or a number for each, joined by x. FROM..TO spreads sizes between both: the
/// number after a colon, else four for each such extent. Throws a usage Error for a size that does
/// not fit the problem.
std::vector<Names> read_sizes(const std::string& words, const Space& space);

}  // namespace hone::cli
