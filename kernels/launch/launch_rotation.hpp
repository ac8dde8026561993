// SPDX-License-Identifier: MIT
// Rotates the launches of one plan over several sets of buffers. So a run does not find its data in
// the cache if the other sets have evicted it. Also orders the runs of several plans.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/launch/launcher.hpp"

namespace hone {

class LaunchRotation {
  public:
    /// One launcher for each set. `next_set` counts the runs of all plans on these sets; it must
    /// outlive this object.
    LaunchRotation(std::vector<Launcher> launchers, std::size_t& next_set)
        : launchers_(std::move(launchers)), next_set_(next_set) {}

    /// The launches on the next set.
    const Launcher& next() { return launchers_[next_set_++ % launchers_.size()]; }
    const Launcher& first() const { return launchers_.front(); }

  private:
    std::vector<Launcher> launchers_;
    std::size_t& next_set_;
};

/// The index, out of `count`, that comes `i`-th in this round. Every other round runs backward, so a
/// steady drift cancels.
constexpr std::size_t alternating_index(std::size_t round, std::size_t i, std::size_t count) {
    return round % 2 == 0 ? i : count - 1 - i;
}

/// In addition, each pair of rounds begins with another config: the input copies also rotate, and
/// otherwise the `i`-th could always get the same copies, which may be faster than others.
constexpr std::size_t interleaved_index(std::size_t round, std::size_t i, std::size_t count) {
    return (alternating_index(round, i, count) + round / 2) % count;
}

}  // namespace hone
