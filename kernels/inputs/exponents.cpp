// SPDX-License-Identifier: MIT
// Half of the exponents are 0, a quarter are the lowest, the rest are the highest or anywhere
// between.
#include "kernels/inputs/exponents.hpp"

#include <algorithm>
#include <array>

namespace hone {
namespace {

constexpr int most_of_row = 30;  // of either sign: products stay far from the limits
constexpr int least_bits = 4;    // bits that a denormal keeps: 1/4 must not round to 0

// Uniform in [low, high].
int between(std::uint64_t bits, int low, int high) {
    return low + static_cast<int>(bits % static_cast<std::uint64_t>(high - low + 1));
}

}  // namespace

ExponentRange range_of(std::string_view precision, Spread spread) {
    const ExponentRange all = exponents_of(precision);
    if (spread == Spread::none) return {};
    if (spread == Spread::denormal) return all;
    return {std::max(all.least, least_bits - 1 - all.largest), all.largest};
}

// The lowest row exponents go below what the highest ones of the other matrix can balance. So a
// range that reaches further down than up includes its denormal numbers.
ProductExponents::ProductExponents(ExponentRange range, Growth growth, std::uint64_t seed)
    : row_(3 * seed), column_(3 * seed + 1), inner_(3 * seed + 2) {
    if (range.largest == 0) return;
    const int reach = std::min(range.largest, -range.least);
    highest_ = std::clamp((reach - growth.sum) / 2, 0, most_of_row);
    lowest_ = -highest_ - std::max(0, -range.least - range.largest);
    opposite_ = std::max(0, reach - highest_ - growth.factor);
}

int ProductExponents::draw(const TestInputs& inputs, std::size_t index, int low, int high) {
    const std::uint64_t bits = inputs.bits(index);
    switch (bits % 4) {
        case 0:
            return low;
        case 1:
            return bits / 4 % 2 == 0 ? high : between(bits / 8, low, high);
        default:
            return 0;
    }
}

VectorExponents::VectorExponents(ExponentRange range, int growth, std::uint64_t seed)
    : inputs_(seed) {
    if (range.largest == 0) return;
    const int low = range.least + least_bits;
    const int high = std::max(range.largest - growth, 0);
    const std::uint64_t bits = inputs_.bits(~std::uint64_t{0});
    const std::array ends{0, low, high, between(bits / 4, low, high)};
    all_ = ends[bits % 4];
    below_ = std::max(all_ - low, 0);
}

int VectorExponents::less(std::size_t index) const {
    const std::uint64_t bits = inputs_.bits(index);
    return below_ == 0 || bits % 2 == 0 ? 0 : between(bits / 2, 0, below_);
}

}  // namespace hone
