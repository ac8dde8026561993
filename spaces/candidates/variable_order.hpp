// SPDX-License-Identifier: MIT
// The order of the variables of a decision diagram. Any order gives the same candidates; a good one
// has small frontiers, and therefore a small diagram that is built fast.
#pragma once

#include <span>
#include <vector>

#include "spaces/candidates/constraint_graph.hpp"

namespace hone {

/// Greedy: the next variable is the one after which the fewest prefixes must be distinguished.
std::vector<std::size_t> choose_order(const ConstraintGraph& graph,
                                      std::span<const ConstraintGraph::Id> roots,
                                      std::span<const std::size_t> variables);

}  // namespace hone
