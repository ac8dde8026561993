// SPDX-License-Identifier: MIT
// Random numbers that are the same on every machine: the standard's generators are, its
// distributions are not. Also a shuffled order of 0..count-1 that needs no memory, for drawing
// without repetition.
#pragma once

#include <array>
#include <cstdint>

#include "spaces/language/value.hpp"

namespace hone {

/// A small generator with a state of 64 bits (splitmix64's recurrence); good for sampling, not for
/// secrets.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t operator()() {
        state_ += 0x9e3779b97f4a7c15ULL;
        return mixed(state_);
    }

    /// Evenly from 0 up to but not including `bound`, which is above zero.
    WideUnsigned below(WideUnsigned bound);
    /// Evenly from 0 up to but not including 1.
    double real() { return static_cast<double>((*this)() >> 11U) * 0x1p-53; }

    static std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ x >> 30U) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ x >> 27U) * 0x94d049bb133111ebULL;
        return x ^ x >> 31U;
    }

  private:
    std::uint64_t state_;
};

/// The numbers 0..count-1 in a random order that depends on the seed alone: shuffle[i] for each i
/// below count gives each number once. A Feistel network over a rectangle that just holds the
/// count, walked until it lands inside.
class Shuffle {
  public:
    Shuffle(WideUnsigned count, std::uint64_t seed);

    WideUnsigned operator[](WideUnsigned i) const;

  private:
    WideUnsigned once(WideUnsigned i) const;

    WideUnsigned count_;
    std::uint64_t rows_;
    std::uint64_t columns_;  // rows * columns >= count, by as little as can be
    std::array<std::uint64_t, 6> keys_{};
};

}  // namespace hone
