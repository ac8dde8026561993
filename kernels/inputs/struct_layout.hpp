// SPDX-License-Identifier: MIT
// The memory layout of an argument's elements: one type, or the members of a struct as C lays them
// out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/launch/element.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// An array that is read from a part of a file.
struct ArrayPart {
    std::string name;
    ElementType type;
    std::size_t count;

    std::size_t bytes() const { return count * type.bytes(); }
};

struct StructMember {
    ElementType type;
    std::size_t offset;  // in bytes from the start of the struct
};

struct StructLayout {
    std::vector<StructMember> members;  // one if the argument is not a struct
    std::size_t bytes = 0;              // of one element

    bool is_struct() const { return members.size() > 1; }
    /// The element by which a buffer is compared and poisoned; a struct is handled as bytes.
    const Element& element() const;
    /// The number of values of one element: four for a float4.
    std::size_t lanes() const;
};

/// "real" is the precision's storage type.
StructLayout layout_of(const Argument& argument, std::string_view precision);

/// One member's values from an array of structs, one after the other.
Bytes gathered(const StructLayout& layout, std::size_t member, std::span<const std::byte> array);

/// Writes one member's values into an array of structs.
void scatter(const StructLayout& layout, std::size_t member, std::span<const std::byte> values,
             Bytes& array);

/// The bytes of one element with these values, one for each lane; a single value fills all lanes.
Bytes element_bytes(const StructLayout& layout, const std::vector<double>& values);

}  // namespace hone
