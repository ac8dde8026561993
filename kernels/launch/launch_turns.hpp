// SPDX-License-Identifier: MIT
// The launches of one plan on several sets of buffers, which are used in turn: a run does not find its
// data in the cache where those of the other sets have replaced them. And the turns of several plans.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/launch/launcher.hpp"

namespace hone {

class LaunchTurns {
  public:
    /// One launcher for each set. `turn` counts the runs of all plans on these sets, and outlives this.
    LaunchTurns(std::vector<Launcher> launchers, std::size_t& turn)
        : launchers_(std::move(launchers)), turn_(turn) {}

    /// The launches on the set whose turn it is.
    const Launcher& next() { return launchers_[turn_++ % launchers_.size()]; }
    const Launcher& first() const { return launchers_.front(); }

  private:
    std::vector<Launcher> launchers_;
    std::size_t& turn_;
};

/// Which of `count` configs has the turn at `place` of this round. Every other round goes backward, so that
/// steady drift cancels out. Each pair of rounds begins with another config: copies of the inputs are used in
/// turn, too, and where a round takes each copy equally often, a place always has the same ones, which may be
/// faster than others.
constexpr std::size_t turn_of(std::size_t round, std::size_t place, std::size_t count) {
    const std::size_t forward = round % 2 == 0 ? place : count - 1 - place;
    return (forward + round / 2) % count;
}

}  // namespace hone
