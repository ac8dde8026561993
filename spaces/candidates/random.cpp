// SPDX-License-Identifier: MIT
// Uniform random numbers by rejection, and the shuffle.
#include "spaces/candidates/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone {
namespace {

constexpr std::uint64_t all_bits = std::numeric_limits<std::uint64_t>::max();

// x * bound / 2^64: spreads a hash over 0..bound-1.
std::uint64_t scaled(std::uint64_t x, std::uint64_t bound) {
    return static_cast<std::uint64_t>(WideUnsigned{x} * bound >> 64U);
}

// The smallest integer whose square is at least n; at most 2^64, returned as 2^64 - 1.
std::uint64_t root_above(WideUnsigned n) {
    auto root =
        static_cast<std::uint64_t>(std::min(std::sqrt(static_cast<double>(n)), 0x1.fffffp63));
    while (root < all_bits && WideUnsigned{root} * root < n) ++root;
    while (root > 1 && WideUnsigned{root - 1} * (root - 1) >= n) --root;
    return std::max<std::uint64_t>(root, 1);
}

}  // namespace

WideUnsigned Random::below(WideUnsigned bound) {
    if (bound <= all_bits) {
        const auto narrow = static_cast<std::uint64_t>(bound);
        for (;;) {
            const WideUnsigned product = WideUnsigned{(*this)()} * narrow;
            // Compute the remainder, which costs a division, only if it can matter.
            const auto low = static_cast<std::uint64_t>(product);
            if (low >= narrow || low >= (0 - narrow) % narrow) return product >> 64U;
        }
    }
    const WideUnsigned uneven = (0 - bound) % bound;
    for (;;) {
        const WideUnsigned draw = WideUnsigned{(*this)()} << 64U | (*this)();
        if (draw >= uneven) return draw % bound;
    }
}

Shuffle::Shuffle(WideUnsigned count, std::uint64_t seed)
    : count_(count),
      rows_(root_above(count)),
      columns_(static_cast<std::uint64_t>((count + rows_ - 1) / rows_)) {
    Random random(seed);
    std::generate(keys_.begin(), keys_.end(), random);
}

WideUnsigned Shuffle::operator[](WideUnsigned i) const {
    do {
        i = once(i);
    } while (i >= count_);
    return i;
}

WideUnsigned Shuffle::once(WideUnsigned i) const {
    auto row = static_cast<std::uint64_t>(i / columns_);
    auto column = static_cast<std::uint64_t>(i % columns_);
    for (std::size_t round = 0; round < keys_.size(); round += 2) {
        row = static_cast<std::uint64_t>(
            (WideUnsigned{row} + scaled(Random::mixed(column ^ keys_[round]), rows_)) % rows_);
        column = static_cast<std::uint64_t>(
            (WideUnsigned{column} + scaled(Random::mixed(row ^ keys_[round + 1]), columns_)) %
            columns_);
    }
    return WideUnsigned{row} * columns_ + column;
}

}  // namespace hone
