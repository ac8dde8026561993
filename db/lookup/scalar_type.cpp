// SPDX-License-Identifier: MIT
// The table of scalar types.
#include "db/lookup/scalar_type.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "spaces/base/number_casts.hpp"

namespace hone {
namespace {

template <class T>
std::string bytes_of(T value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

template <class T>
std::string whole_bytes(double value) {
    return bytes_of(wrapped<T>(value));
}

template <class T>
constexpr ScalarType whole(std::string_view name) {
    // The largest value is not exact as a double; the next number above it is.
    constexpr auto half_way = static_cast<double>(T{1} << (std::numeric_limits<T>::digits - 1));
    return {name, static_cast<double>(std::numeric_limits<T>::min()), 2 * half_way, whole_bytes<T>};
}

constexpr ScalarType real(std::string_view name, std::string (*bytes)(double)) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {name, -infinity, infinity, bytes};
}

constexpr std::array<ScalarType, 12> types{
    whole<std::int8_t>("char"),
    whole<std::uint8_t>("uchar"),
    whole<std::int16_t>("short"),
    whole<std::uint16_t>("ushort"),
    whole<std::int32_t>("int"),
    whole<std::uint32_t>("uint"),
    whole<std::int64_t>("long"),
    whole<std::uint64_t>("ulong"),
    real("half", [](double value) { return bytes_of(half_bits(value)); }),
    real("bfloat16", [](double value) { return bytes_of(bfloat_bits(value)); }),
    real("float", [](double value) { return bytes_of(static_cast<float>(value)); }),
    real("double", [](double value) { return bytes_of(value); })};

}  // namespace

const ScalarType* scalar_type(std::string_view name) {
    const auto found = std::ranges::find(types, name, &ScalarType::name);
    return found == types.end() ? nullptr : &*found;
}

}  // namespace hone
