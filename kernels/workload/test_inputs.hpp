// SPDX-License-Identifier: MIT
// Inputs: reproducible from a seed, and drawn so that errors show. Each number depends on the seed
// and on its place alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hone {

class Draw {
  public:
    explicit Draw(std::uint64_t seed) : seed_(seed) {}

    /// 64 even bits for this place.
    std::uint64_t bits(std::uint64_t place) const {
        std::uint64_t x = seed_ * 0x9e3779b97f4a7c15u + place + 1;  // splitmix64
        x = (x ^ (x >> 32)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 29)) * 0x94d049bb133111ebu;
        return x ^ (x >> 31);
    }
    /// In [0, 1), evenly.
    double unit(std::uint64_t place) const {
        return static_cast<double>(bits(place) >> 11) * 0x1p-53;
    }
    /// In [low, high), evenly.
    double between(double low, double high, std::uint64_t place) const {
        return low + (high - low) * unit(place);
    }
    /// Of either sign, from 1/4 to 1: none is so small that its loss would go unseen, and sums do
    /// not grow with their length.
    double either_sign(std::uint64_t place) const {
        const double magnitude = 0.25 + 0.75 * unit(place);
        return (bits(place) & 1) != 0 ? -magnitude : magnitude;
    }

  private:
    std::uint64_t seed_;
};

}  // namespace hone
