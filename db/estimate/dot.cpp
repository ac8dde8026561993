// SPDX-License-Identifier: MIT
// The same lines for each width of vectors. Products are rounded before they are added (-ffp-contract=off).
#include "db/estimate/dot.hpp"

#include <array>

namespace hone::prediction {
namespace {

// Sums side by side, which a compiler keeps in registers.
constexpr std::size_t lanes = 16;

[[gnu::always_inline]] inline double sum_of_products(const double* a, const double* b,
                                                     std::size_t count) {
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    double rest = 0;
    for (; i < count; ++i) rest += a[i] * b[i];
    for (std::size_t half = lanes / 2; half > 0; half /= 2)
        for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
    return sums[0] + rest;
}

double by_any(const double* a, const double* b, std::size_t count) {
    return sum_of_products(a, b, count);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] double by_256_bits(const double* a, const double* b, std::size_t count) {
    return sum_of_products(a, b, count);
}

[[gnu::target("avx512f")]] double by_512_bits(const double* a, const double* b, std::size_t count) {
    return sum_of_products(a, b, count);
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

double dot(const double* a, const double* b, std::size_t count) {
    static const auto here = widest();
    return here(a, b, count);
}

}  // namespace hone::prediction
