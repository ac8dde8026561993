// SPDX-License-Identifier: MIT
// Each number depends on its index only, so the order of computation does not matter.
#include "kernels/workload/argument_fill.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "kernels/check/parallel_for.hpp"

namespace hone {
namespace {

// One element in sixteen is special, except in the first ones: small problems have only those.
bool is_special(const TestInputs& inputs, std::uint64_t index) {
    constexpr std::uint64_t ordinary = 32;
    return index >= ordinary && (inputs.bits(~index) >> 32U) % 16 == 1;
}

constexpr double largest_drawn = 1024;  // its powers stay within float's range for a while

// A positive denormal number, for `unit` in [0, 1).
double denormal(const Element& element, double unit) {
    const double denormals = 0.5 / element.unit_roundoff - 1;
    return (1 + std::floor(unit * std::min(denormals, 900.0))) * element.smallest;
}

// Values that break shortcuts: both zeros, denormals, the ends of the drawn range, and large ones.
double special_real(const Element& element, const TestInputs& inputs, std::uint64_t index) {
    const std::uint64_t bits = inputs.bits(~index);
    const double sign = (bits & 1) != 0 ? -1 : 1;
    const double unit = static_cast<double>(bits >> 11U) * 0x1p-53;
    const std::array values{0.0, 1.0, denormal(element, unit), 1 + unit * (largest_drawn - 1)};
    return sign * values[bits >> 1U & 3];
}

double random_real(const Element& element, const TestInputs& inputs, std::uint64_t index) {
    return is_special(inputs, index) ? special_real(element, inputs, index)
                                     : inputs.uniform(-1, 1, index);
}

// Uniform over the type's range; special elements are its ends or values around zero.
void put_integer(const Element& element, const TestInputs& inputs, std::uint64_t index,
                 std::byte* to) {
    const std::uint64_t top = std::uint64_t{1} << (8 * element.bytes - 1);
    const std::array<std::uint64_t, 6> ends{0, 1, ~std::uint64_t{0}, top, top - 1, top + 1};
    const std::uint64_t choice = inputs.bits(~index);
    const std::uint64_t bits = is_special(inputs, index)
                                   ? ends[choice % ends.size()]
                                   : inputs.bits(index) >> (64 - 8 * element.bytes);
    std::memcpy(to, &bits, element.bytes);
}

// Integers are uniform in [low, high).
double bounded(const Element& element, const FillRule& rule, const TestInputs& inputs,
               std::uint64_t index) {
    const double value = inputs.uniform(rule.low.value_or(-1), rule.high.value_or(1), index);
    return element.is_integer() ? std::floor(value) : value;
}

void put_random(const Element& element, const FillRule& rule, const TestInputs& inputs,
                std::uint64_t index, std::byte* to) {
    if (rule.low || rule.high) {
        element.write(bounded(element, rule, inputs, index), to);
    } else if (element.is_integer()) {
        put_integer(element, inputs, index, to);
    } else {
        element.write(random_real(element, inputs, index), to);
    }
}

}  // namespace

Bytes fill_values(const FillRule& rule, const ElementType& type, std::size_t count,
                  const TestInputs& inputs) {
    const Element& element = *type.element;
    const std::size_t lanes = type.bytes() / element.bytes;
    Bytes bytes(count * type.bytes());
    parallel_for_rows(count, lanes, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from * lanes; i < to * lanes; ++i) {
            std::byte* there = bytes.data() + i * element.bytes;
            const std::size_t index = i / lanes;
            if (rule.fill == Argument::Fill::random)
                put_random(element, rule, inputs, i, there);
            else
                element.write(static_cast<double>(index), there);
        }
    });
    return bytes;
}

Bytes fill_elements(const FillRule& rule, const StructLayout& layout, std::size_t count,
                    std::uint64_t seed) {
    if (rule.fill == Argument::Fill::constant) {
        const Bytes one = element_bytes(layout, rule.constants);
        Bytes all(count * one.size());
        for (std::size_t at = 0; at < all.size(); ++at) all[at] = one[at % one.size()];
        return all;
    }
    if (!layout.is_struct())
        return fill_values(rule, layout.members.front().type, count, TestInputs(seed));
    constexpr std::uint64_t apart = 1000;  // from the seeds of other arguments
    Bytes all(count * layout.bytes);
    for (std::size_t m = 0; m < layout.members.size(); ++m) {
        const TestInputs inputs(seed + apart * (m + 1));
        scatter(layout, m, fill_values(rule, layout.members[m].type, count, inputs), all);
    }
    return all;
}

}  // namespace hone
