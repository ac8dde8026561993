// SPDX-License-Identifier: MIT
// How far a problem lies from one that was tuned: per dimension, in doublings, and never by volume,
// since what suits a square does not suit a strip of as many elements.
#pragma once

#include <optional>
#include <span>

#include "db/recipe.hpp"

namespace hone::lookup {

/// Doublings between two problems, dimensions summed up; nothing where they are not the same
/// computation.
std::optional<double> doublings(const Recipe& recipe, std::span<const Exact> tuned,
                                std::span<const Exact> asked);

/// What a config loses more on the problem asked for than on the tuned one because its tiles reach
/// over the edges, in doublings. `slots` holds the config and the problem asked for.
double raggedness(const Recipe& recipe, std::span<const Exact> slots, std::span<const Exact> tuned,
                  std::span<const Exact> asked);

}  // namespace hone::lookup
