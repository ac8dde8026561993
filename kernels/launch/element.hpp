// SPDX-License-Identifier: MIT
// The element types of buffers, by their names in OpenCL C: size, precision, and conversion on the
// host. Reals are compared in double, integers in 64 bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// Bytes in the device's layout.
using Bytes = std::vector<std::byte>;

/// The repeated pattern of a buffer fill; its size is OpenCL's maximum.
using FillPattern = std::array<std::byte, 128>;

struct Element {
    std::string_view type;  // "float"
    std::size_t bytes;
    double unit_roundoff;  // half of the distance from 1 to the next number; 0 for integers
    double smallest;       // positive number, with denormal ones
    double (*read)(const std::byte* from);
    void (*write)(double value, std::byte* to);  // rounds to nearest; integers wrap around

    // The exact bits of an integer, sign-extended to 64.
    std::uint64_t (*read_bits)(const std::byte* from) = nullptr;
    bool is_signed = true;

    bool is_integer() const { return unit_roundoff == 0; }
    /// The number at this index of an array.
    double at(std::span<const std::byte> array, std::size_t index) const {
        return read(array.data() + index * bytes);
    }
    std::uint64_t bits_at(std::span<const std::byte> array, std::size_t index) const {
        return read_bits(array.data() + index * bytes);
    }
    void put(double value, std::span<std::byte> array, std::size_t index) const {
        write(value, array.data() + index * bytes);
    }
};

/// The element of a scalar type of OpenCL C, of "bfloat16" (two bytes) or of "tfloat32" (a float of
/// 11 digits). Throws a usage Error for an unknown type.
const Element& element_of(std::string_view type);

/// The type in which a precision is stored: "float" for f32, "half" for f16. Throws a usage Error
/// for an unknown precision.
std::string_view stored_type(std::string_view precision);

/// The type in which a precision is computed: half is only a storage type, computed as float.
std::string_view computed_type(std::string_view precision);

/// The type to which the factors of a product are rounded: "tfloat32" for tf32, which is stored as
/// float.
std::string_view factor_type(std::string_view precision);

/// The binary exponents of a product's factors for which the precision's error bound holds. A
/// factor from 1/4 to 1 may be multiplied by 2 to the power of these.
struct ExponentRange {
    int least = 0, largest = 0;
};
ExponentRange exponents_of(std::string_view precision);

/// An element type with its vector width: "float4" is four floats.
struct ElementType {
    const Element* element;
    std::size_t width;

    std::size_t bytes() const;  // a vector of three takes the size of four
};

/// Parses "float4"; "real" is the precision's storage type.
ElementType element_type(std::string_view type, std::string_view precision);

}  // namespace hone
