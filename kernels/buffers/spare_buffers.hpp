// SPDX-License-Identifier: MIT
// Scratch that a plan no longer asks for. Configs of a search differ in its size, and those that are timed in turn
// ask for the same few sizes again and again: to make a buffer in each set, with its zones, takes longer than the
// runs of a small problem.
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/buffers/guarded_buffer.hpp"

namespace hone {

class SpareBuffers {
  public:
    /// One buffer for each set.
    using Sets = std::vector<GuardedBuffer>;

    /// `most_bytes` is what all of them may take together: those that lie there longest are dropped.
    explicit SpareBuffers(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    void keep(std::string name, Sets sets);
    /// Those of this name with so many bytes each; none where they were not kept.
    Sets take(std::string_view name, std::size_t bytes);
    void clear() { kept_.clear(); }
    std::size_t bytes() const;

  private:
    struct Spare {
        std::string name;
        Sets sets;
    };

    std::size_t most_bytes_;
    std::list<Spare> kept_;  // the last one first
};

}  // namespace hone
