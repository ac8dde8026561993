// SPDX-License-Identifier: MIT
// Random inputs that expose errors, reproducible from a seed. Each number depends on the seed and
// its index only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hone {

class TestInputs {
  public:
    explicit TestInputs(std::uint64_t seed) : seed_(seed) {}

    /// 64 uniform bits for this index.
    std::uint64_t bits(std::uint64_t index) const {
        std::uint64_t x = seed_ * 0x9e3779b97f4a7c15u + index + 1;  // splitmix64
        x = (x ^ (x >> 32)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 29)) * 0x94d049bb133111ebu;
        return x ^ (x >> 31);
    }
    /// Uniform in [0, 1).
    double unit(std::uint64_t index) const {
        return static_cast<double>(bits(index) >> 11) * 0x1p-53;
    }
    /// Uniform in [low, high).
    double uniform(double low, double high, std::uint64_t index) const {
        return low + (high - low) * unit(index);
    }
    /// Of either sign, with a magnitude from 1/4 to 1. No number is so small that its loss goes
    /// unnoticed, and random signs keep sums small.
    double either_sign(std::uint64_t index) const {
        const double magnitude = 0.25 + 0.75 * unit(index);
        return (bits(index) & 1) != 0 ? -magnitude : magnitude;
    }

  private:
    std::uint64_t seed_;
};

}  // namespace hone
