// SPDX-License-Identifier: MIT
// Many problems in short form: "512,1024,4096x64x4096", "64..4096".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuner/planning/size_sampling.hpp"

namespace hone::cli {

/// The sizes and ranges of sizes that --sizes names.
struct SizesGiven {
    std::vector<Names> sizes;
    std::vector<SizeRange> ranges;
};

/// A size is one number for all extents of the problem, or a number for each, joined by x. FROM..TO
/// is a range. The number after a colon is the number of its sizes; the default is four for each
/// extent that has a range. Throws a usage Error for a size that does not fit the problem.
SizesGiven parse_sizes(const std::string& words, const Space& space);

/// The size that a value names; nullopt for a word or a fraction.
std::optional<std::int64_t> whole_size(const Value& value);

/// The arguments of each size, as `--size` would name them; sizes of a range are spaced evenly.
std::vector<Names> read_sizes(const std::string& words, const Space& space);

}  // namespace hone::cli
