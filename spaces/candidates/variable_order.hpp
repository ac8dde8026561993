// SPDX-License-Identifier: MIT
// In which order the variables of a group are chosen. Any order gives the same candidates; a good
// one leaves little to remember, and so a small diagram that is built fast.
#pragma once

#include <span>
#include <vector>

#include "spaces/candidates/constraint_graph.hpp"

namespace hone {

/// Greedy: next comes the variable after which the fewest different prefixes have to be told apart.
std::vector<std::size_t> choose_order(const Circuit& circuit, std::span<const Circuit::Id> roots,
                                      std::span<const std::size_t> variables);

}  // namespace hone
