// SPDX-License-Identifier: MIT
// Samples sizes between bounds: evenly spread ones, and random ones like those of applications.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "spaces/space/space.hpp"

namespace hone {

/// An argument of a problem that determines its size, with its default.
using Extent = std::pair<std::string, Value>;

/// The extents of a space's problem in written order: its numbers whose default is more than 1.
std::vector<Extent> extents_of(const Space& space);

/// The range of an extent, both ends included.
struct Bounds {
    std::int64_t least, most;
};

/// A number for each extent.
using Extents = std::vector<std::int64_t>;

/// A number of sizes of a problem, anywhere between bounds.
struct SizeRange {
    std::vector<std::string> names;  // of the extents
    std::vector<Bounds> bounds;
    std::size_t count = 0;
};

/// The size at this fraction of a range on a logarithmic scale, rounded to a multiple of a quarter
/// of the next lower power of two; and the odd size next to it.
std::int64_t round_size_at(const Bounds& bounds, double fraction);
std::int64_t odd_size_at(const Bounds& bounds, double fraction);

/// Returns `count` sizes, evenly spread on a logarithmic scale: both ends first, then alternately
/// round and odd sizes of any aspect ratio. Every prefix is evenly spread, too.
std::vector<Extents> spread_sizes(std::span<const Bounds> bounds, std::size_t count);

/// Returns `count` random sizes: in turn powers of two, any sizes, and sizes with one small extent.
std::vector<Extents> random_sizes(std::span<const Bounds> bounds, std::size_t count,
                                  std::uint64_t seed);

}  // namespace hone
