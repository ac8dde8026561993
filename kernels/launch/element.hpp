// SPDX-License-Identifier: MIT
// The numbers that buffers hold, as OpenCL C names their types: how many bytes, how exact, and how
// they are read and written on the host. Reals are compared in double, integers in 64 bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

/// Bytes as a device holds them.
using Bytes = std::vector<std::byte>;

/// What a buffer is filled with, again and again: as long as OpenCL allows.
using FillPattern = std::array<std::byte, 128>;

struct Element {
    std::string_view type;  // "float"
    std::size_t bytes;
    double unit_roundoff;  // half of what lies between 1 and the next number; 0 for integers
    double (*read)(const std::byte* from);
    void (*write)(double value, std::byte* to);  // rounds to nearest; integers wrap around

    // Of integers, exactly: their bits, with the sign extended to 64.
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

/// The element of a type of OpenCL C without a vector width, or of "bfloat16" (two bytes) and
/// "tfloat32" (a float of 11 digits); a usage Error for an unknown one.
const Element& element_of(std::string_view type);

/// What a precision stores: "float" for f32, "half" for f16; a usage Error for an unknown one.
std::string_view stored_type(std::string_view precision);

/// What a precision computes in: half is stored alone, and computed as float.
std::string_view computed_type(std::string_view precision);

/// What the factors of a product are rounded to: "tfloat32" for tf32, which is stored as float.
std::string_view factor_type(std::string_view precision);

/// The binary exponents that factors of a product may have: as far as the error bound of the
/// precision holds. A factor from 1/4 to 1 may be multiplied by 2 to the power of these.
struct ExponentRange {
    int least = 0, largest = 0;
};
ExponentRange exponents_of(std::string_view precision);

/// A type as it was written: "float4" is four floats.
struct ElementType {
    const Element* element;
    std::size_t width;

    std::size_t bytes() const;  // a vector of three takes the room of four
};

/// Reads "float4", or "real" as what the precision stores.
ElementType element_type(std::string_view type, std::string_view precision);

}  // namespace hone
