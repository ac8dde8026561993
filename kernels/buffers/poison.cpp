// SPDX-License-Identifier: MIT
// Poison values: random bits with some of them fixed.
#include "kernels/buffers/poison.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/inputs/test_inputs.hpp"

namespace hone {
namespace {

// Exponents of large numbers, near the type's limit.
int large_exponent(const Element& element) {
    if (element.type == "half") return 14;
    return element.type == "double" ? 1000 : 120;
}

// Each NaN has another payload: the low half of its bits is random.
void put_nan(const Element& element, std::uint64_t bits, FillPattern& pattern, std::size_t index) {
    element.put(std::numeric_limits<double>::quiet_NaN(), pattern, index);
    for (std::size_t byte = 0; byte < element.bytes / 2; ++byte)
        pattern[index * element.bytes + byte] |= static_cast<std::byte>(bits >> (8 * byte));
}

void poison_real(const Element& element, std::uint64_t run, std::uint64_t bits,
                 FillPattern& pattern, std::size_t index) {
    if (run % poisons == 0) return put_nan(element, bits, pattern, index);
    const double mantissa = 1 + static_cast<double>(bits >> 32U) * 0x1p-32;
    const double large = std::ldexp(mantissa, large_exponent(element));
    const double likely = index % 2 == 0 ? -large : mantissa - 1.5;
    element.put(run % poisons == 1 ? large : likely, pattern, index);
}

// Values near an end of the type's range, which no minimum or maximum replaces, or small values.
void poison_integer(const Element& element, std::uint64_t run, std::uint64_t bits,
                    FillPattern& pattern, std::size_t index) {
    const std::size_t width = 8 * element.bytes;
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const std::uint64_t most = element.is_signed ? sign - 1 : ~std::uint64_t{0};
    const std::uint64_t low = bits & ((std::uint64_t{1} << (width / 2)) - 1);
    const std::uint64_t small = 1 + bits % 15;
    const std::uint64_t value = run % poisons == 0   ? sign ^ low
                                : run % poisons == 1 ? most ^ low
                                                     : small;
    std::memcpy(pattern.data() + index * element.bytes, &value, element.bytes);
}

}  // namespace

FillPattern poison(const Element& element, std::uint64_t run) {
    FillPattern pattern{};
    const TestInputs random(0x90150 + run);
    for (std::size_t i = 0; i < pattern.size() / element.bytes; ++i) {
        const auto put = element.is_integer() ? poison_integer : poison_real;
        put(element, run, random.bits(i), pattern, i);
    }
    return pattern;
}

}  // namespace hone
