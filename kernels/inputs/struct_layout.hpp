// SPDX-License-Identifier: MIT
// How an argument's elements lie in memory: one type, or the members of a struct where C puts them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/launch/element.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// An array that a file has a part of.
struct ArrayPart {
    std::string name;
    ElementType type;
    std::size_t count;

    std::size_t bytes() const { return count * type.bytes(); }
};

struct StructMember {
    ElementType type;
    std::size_t offset;  // bytes from the start of the struct
};

struct StructLayout {
    std::vector<StructMember> members;  // one for an argument that is no struct
    std::size_t bytes = 0;              // of one element

    bool is_struct() const { return members.size() > 1; }
    /// What a buffer of such elements is compared and poisoned by: a struct by its bytes.
    const Element& element() const;
    /// Values that one element has: a float4 has four.
    std::size_t lanes() const;
};

/// "real" is what the precision stores.
StructLayout layout_of(const Argument& argument, std::string_view precision);

/// Of an array of structs one member's values, one after the other.
Bytes gathered(const StructLayout& layout, std::size_t member, std::span<const std::byte> array);

/// Puts one member's values into an array of structs.
void scatter(const StructLayout& layout, std::size_t member, std::span<const std::byte> values,
             Bytes& array);

/// The bytes of one element with these values, one for each lane; a single value stands for all.
Bytes element_bytes(const StructLayout& layout, const std::vector<double>& values);

}  // namespace hone
