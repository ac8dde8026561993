// SPDX-License-Identifier: MIT
// Random numbers that are the same on every machine: the standard specifies the results of its
// generators, but not those of its distributions. Also a shuffled order of 0..count-1 that needs no
// memory, for drawing without repetition.
#pragma once

#include <array>
#include <cstdint>

#include "spaces/language/value.hpp"

namespace hone {

/// A small generator with a state of 64 bits (splitmix64's recurrence), suitable for sampling, not
/// for cryptography.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t operator()() {
        state_ += 0x9e3779b97f4a7c15ULL;
        return mixed(state_);
    }

    /// Uniform in [0, bound); `bound` must be above zero.
    WideUnsigned below(WideUnsigned bound);
    /// Uniform in [0, 1).
    double real() { return static_cast<double>((*this)() >> 11U) * 0x1p-53; }

    static std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ x >> 30U) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ x >> 27U) * 0x94d049bb133111ebULL;
        return x ^ x >> 31U;
    }

  private:
    std::uint64_t state_;
};

/// The numbers 0..count-1 in a random order that depends only on the seed: shuffle[i] for each i
/// below count yields each number once. A Feistel network over the smallest suitable rectangle,
/// iterated until the result is below count.
class Shuffle {
  public:
    Shuffle(WideUnsigned count, std::uint64_t seed);

    WideUnsigned operator[](WideUnsigned i) const;

  private:
    WideUnsigned once(WideUnsigned i) const;

    WideUnsigned count_;
    std::uint64_t rows_;
    std::uint64_t columns_;  // rows * columns >= count, as small as possible
    std::array<std::uint64_t, 6> keys_{};
};

}  // namespace hone
