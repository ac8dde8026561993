// SPDX-License-Identifier: MIT
// The same code is compiled for each vector width. Products are rounded before they are added
// (-ffp-contract=off), so that all widths give the same result.
#include "db/prediction/nearness.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hone::prediction {
namespace {

/// 2^x for x <= 0. The integer part goes into the exponent of the number. A polynomial computes the
/// rest, whose absolute value is at most 0.5. Below the smallest exponent the result is about 0.
[[gnu::always_inline]] inline double power_of_two(double x) {
    constexpr double least = -1000;
    // Adding this constant rounds to an integer, which is then in the last bits of the sum.
    constexpr double to_whole = 6755399441055744.0;  // 1.5 * 2^52
    constexpr std::uint64_t bias = 1023;
    const double power = std::max(x, least);
    const double shifted = power + to_whole;
    const double rest = power - (shifted - to_whole);
    const auto whole = std::bit_cast<std::uint64_t>(shifted);
    double sum = 1.3215486790144310e-6;  // ln(2)^8 / 8!, and so on
    sum = sum * rest + 1.5252733804059838e-5;
    sum = sum * rest + 1.5403530393381606e-4;
    sum = sum * rest + 1.3333558146428443e-3;
    sum = sum * rest + 9.6181291076284772e-3;
    sum = sum * rest + 5.5504108664821576e-2;
    sum = sum * rest + 2.4022650695910071e-1;
    sum = sum * rest + 6.9314718055994531e-1;
    sum = sum * rest + 1;
    return sum * std::bit_cast<double>((whole + bias) << 52U);
}

using Coordinates = std::span<const std::vector<double>>;

[[gnu::always_inline]] inline void fade(Coordinates coordinates, const double* asked, double factor,
                                        double* near, std::size_t count) {
    for (std::size_t c = 0; c < coordinates.size(); ++c) {
        const double* coordinate = coordinates[c].data();
        for (std::size_t i = 0; i < count; ++i) {
            const double step = coordinate[i] - asked[c];
            near[i] += step * step;
        }
    }
    for (std::size_t i = 0; i < count; ++i) near[i] = power_of_two(near[i] * factor);
}

void by_any(Coordinates coordinates, const double* asked, double factor, double* near,
            std::size_t count) {
    fade(coordinates, asked, factor, near, count);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void by_256_bits(Coordinates coordinates, const double* asked,
                                         double factor, double* near, std::size_t count) {
    fade(coordinates, asked, factor, near, count);
}

[[gnu::target("avx512f")]] void by_512_bits(Coordinates coordinates, const double* asked,
                                            double factor, double* near, std::size_t count) {
    fade(coordinates, asked, factor, near, count);
}
#endif

auto widest() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return by_512_bits;
    if (__builtin_cpu_supports("avx2")) return by_256_bits;
#endif
    return by_any;
}

}  // namespace

void nearness(Coordinates coordinates, std::span<const double> asked, double scale,
              std::vector<double>& result) {
    static const auto here = widest();
    constexpr double log2_e = 1.4426950408889634;
    const std::size_t count = coordinates.empty() ? 0 : coordinates.front().size();
    result.assign(count, 0);
    here(coordinates, asked.data(), -0.5 * log2_e / (scale * scale), result.data(), count);
}

}  // namespace hone::prediction
