// SPDX-License-Identifier: MIT
// The same code is compiled for each vector width. Products are rounded before they are added
// (-ffp-contract=off), so that all widths give the same result.
#include "db/prediction/dot.hpp"

#include <array>

namespace hone::prediction {
namespace {

// Parallel partial sums, which a compiler keeps in registers.
constexpr std::size_t lanes = 16;

template <class Number>
[[gnu::always_inline]] inline double sum_of_products(const Number* a, const double* b,
                                                     std::size_t count) {
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += double{a[i + lane]} * b[i + lane];
    double rest = 0;
    for (; i < count; ++i) rest += double{a[i]} * b[i];
    for (std::size_t half = lanes / 2; half > 0; half /= 2)
        for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
    return sums[0] + rest;
}

template <class Number>
double by_any(const Number* a, const double* b, std::size_t count) {
    return sum_of_products(a, b, count);
}

#if defined(__x86_64__)
template <class Number>
[[gnu::target("avx2")]] double by_256_bits(const Number* a, const double* b, std::size_t count) {
    return sum_of_products(a, b, count);
}

template <class Number>
[[gnu::target("avx512f")]] double by_512_bits(const Number* a, const double* b, std::size_t count) {
    return sum_of_products(a, b, count);
}
#endif

template <class Number>
auto widest() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return by_512_bits<Number>;
    if (__builtin_cpu_supports("avx2")) return by_256_bits<Number>;
#endif
    return by_any<Number>;
}

}  // namespace

double dot(const double* a, const double* b, std::size_t count) {
    static const auto here = widest<double>();
    return here(a, b, count);
}

double dot(const float* a, const double* b, std::size_t count) {
    static const auto here = widest<float>();
    return here(a, b, count);
}

}  // namespace hone::prediction
