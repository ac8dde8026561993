// SPDX-License-Identifier: MIT
// The order in which configs that are timed side by side have their turns.
#pragma once

#include <cstddef>

namespace hone {

/// Which of `count` configs has the turn at `place` of this round. Every other round goes backward, so that
/// steady drift cancels out. Each pair of rounds begins with another config: copies of the inputs are used in
/// turn, too, and where a round takes each copy equally often, a place always has the same ones, which may be
/// faster than others.
constexpr std::size_t turn_of(std::size_t round, std::size_t place, std::size_t count) {
    const std::size_t forward = round % 2 == 0 ? place : count - 1 - place;
    return (forward + round / 2) % count;
}

}  // namespace hone
