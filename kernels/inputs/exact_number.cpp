// SPDX-License-Identifier: MIT
#include "kernels/inputs/exact_number.hpp"

#include <cmath>
#include <cstring>

namespace hone {
namespace {

bool holds(const Element& element, WholeNumber number) {
    const std::size_t bits = 8 * element.bytes - (element.is_signed ? 1 : 0);
    const std::uint64_t most = ~std::uint64_t{0} >> (64 - bits);
    if (!number.is_negative) return number.magnitude <= most;
    return number.magnitude <= (element.is_signed ? most + 1 : 0);
}

}  // namespace

bool put_exactly(const Element& element, WholeNumber number, std::byte* to) {
    if (!element.is_integer()) {
        const auto magnitude = static_cast<double>(number.magnitude);
        return put_exactly(element, number.is_negative ? -magnitude : magnitude, to);
    }
    if (!holds(element, number)) return false;
    const std::uint64_t bits = number.is_negative ? 0 - number.magnitude : number.magnitude;
    std::memcpy(to, &bits, element.bytes);  // the lowest bytes come first
    return true;
}

bool put_exactly(const Element& element, double number, std::byte* to) {
    if (!element.is_integer()) {
        element.write(number, to);
        return !std::isfinite(number) || std::isfinite(element.read(to));
    }
    const double magnitude = std::fabs(number);
    if (!(magnitude < 0x1p64) || std::floor(magnitude) != magnitude) return false;
    return put_exactly(element, {static_cast<std::uint64_t>(magnitude), number < 0}, to);
}

}  // namespace hone
