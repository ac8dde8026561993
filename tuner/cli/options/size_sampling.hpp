// SPDX-License-Identifier: MIT
// Sizes between bounds: some that are worth tuning because they say much of those between them, and
// some that nobody would think of, to see what is lost there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hone::cli {

/// What an extent may be, both ends included.
struct Bounds {
    std::int64_t least, most;
};

/// A number for each extent.
using Extents = std::vector<std::int64_t>;

/// So many problems, spread evenly in doublings: both ends first, then in turn whole and odd ones,
/// thin and thick as they fall. The first few of many are spread as evenly.
std::vector<Extents> spread(std::span<const Bounds> bounds, std::size_t count);

/// So many problems by chance: in turn powers of two, whatever comes, and one that is thin.
std::vector<Extents> drawn(std::span<const Bounds> bounds, std::size_t count, std::uint64_t seed);

}  // namespace hone::cli
