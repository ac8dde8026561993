// SPDX-License-Identifier: MIT
// The launches of one plan on several sets of buffers, which are used in turn: a run does not find its
// data in the cache where those of the other sets have replaced them.
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

}  // namespace hone
