// SPDX-License-Identifier: MIT
// A pool of scratch buffers that the current plan does not need. The configs of a search differ in
// scratch size, and configs that are timed by turns use the same few sizes again and again.
// Allocating a buffer with its zones in each set takes longer than the runs of a small problem.
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

    /// `most_bytes` limits the size of the pool: the buffers that are unused longest are dropped.
    explicit SpareBuffers(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    void keep(std::string name, Sets sets);
    /// Takes the buffers with this name and size out of the pool; empty if there are none.
    Sets take(std::string_view name, std::size_t bytes);
    void clear() { kept_.clear(); }
    std::size_t bytes() const;

  private:
    struct Spare {
        std::string name;
        Sets sets;
    };

    std::size_t most_bytes_;
    std::list<Spare> kept_;  // most recent first
};

}  // namespace hone
