// SPDX-License-Identifier: MIT
// In a sum of millions a missing number goes unnoticed, so some are made large enough to show.
#include "kernels/workload/reduction_inputs.hpp"

#include <array>
#include <cmath>
#include <set>

#include "kernels/check/parallel_for.hpp"
#include "kernels/inputs/test_inputs.hpp"

namespace hone {
namespace {

constexpr std::size_t weighty = 62;  // large numbers at random indices; one more at either end
constexpr double int_range = 0x1p31;

// All numbers are negative, so a maximum that starts from 0 shows. The seed decides where the
// largest is: at either end or anywhere.
double value_for_max(const TestInputs& inputs, std::size_t index, std::size_t largest) {
    return index == largest ? -0.25 : -0.5 + -0.5 * inputs.unit(index);
}

std::size_t index_of_largest(const TestInputs& inputs, std::uint64_t seed, std::size_t n) {
    const std::array<std::size_t, 3> indices{n - 1, inputs.bits(n) % n, 0};
    return indices[seed % indices.size()];
}

Bytes generate_elements(const Element& element, std::size_t n, const auto& number) {
    Bytes content(n * element.bytes);
    parallel_for_rows(n, 1, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) element.put(number(i), content, i);
    });
    return content;
}

}  // namespace

Bytes inputs_for_max(const Element& element, std::size_t n, std::uint64_t seed,
                     const VectorExponents& exponents) {
    const TestInputs inputs(seed);
    const double scale = element.is_integer() ? int_range : 1;
    const std::size_t largest = index_of_largest(inputs, seed, n);
    const int least = exponents.least();
    return generate_elements(element, n, [&](std::size_t i) {
        const double number = std::floor(value_for_max(inputs, i, largest) * scale * 4096) / 4096;
        return std::ldexp(number, i == largest ? least : exponents.all() - exponents.less(i));
    });
}

Bytes integer_inputs(const Element& element, std::size_t n, std::uint64_t seed) {
    const TestInputs inputs(seed);
    return generate_elements(element, n, [&](std::size_t i) {
        return std::floor(inputs.uniform(1 - int_range, int_range, i));
    });
}

Bytes real_inputs(const Element& element, std::size_t n, std::uint64_t seed, double large,
                  const std::function<int(std::size_t)>& exponent) {
    const TestInputs inputs(seed);
    Bytes content = generate_elements(
        element, n, [&](std::size_t i) { return std::ldexp(inputs.either_sign(i), exponent(i)); });
    std::set<std::size_t> enlarged;
    const auto enlarge = [&](std::size_t index) {
        if (!enlarged.insert(index).second) return;
        element.put(element.at(content, index) * large, content, index);
    };
    enlarge(0);
    enlarge(n - 1);
    for (std::size_t i = 0; i < weighty; ++i) enlarge(inputs.bits(n + i) % n);
    return content;
}

}  // namespace hone
