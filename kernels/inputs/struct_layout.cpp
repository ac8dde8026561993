// SPDX-License-Identifier: MIT
// Each member begins at a multiple of its own size; the struct's size is a multiple of the largest
// member's.
#include "kernels/inputs/struct_layout.hpp"

#include <algorithm>
#include <cstring>

namespace hone {
namespace {

std::size_t rounded_up(std::size_t bytes, std::size_t multiple) {
    return (bytes + multiple - 1) / multiple * multiple;
}

}  // namespace

const Element& StructLayout::element() const {
    return is_struct() ? element_of("uchar") : *members.front().type.element;
}

std::size_t StructLayout::lanes() const {
    std::size_t lanes = 0;
    for (const StructMember& member : members) lanes += member.type.width;
    return lanes;
}

StructLayout layout_of(const Argument& argument, std::string_view precision) {
    std::vector<std::string> types = argument.members;
    if (types.empty()) types.push_back(argument.type);
    StructLayout layout;
    std::size_t alignment = 1;
    for (const std::string& name : types) {
        const ElementType type = element_type(name, precision);
        layout.bytes = rounded_up(layout.bytes, type.bytes());
        layout.members.push_back({type, layout.bytes});
        layout.bytes += type.bytes();
        alignment = std::max(alignment, type.bytes());
    }
    layout.bytes = rounded_up(layout.bytes, alignment);
    return layout;
}

Bytes gathered(const StructLayout& layout, std::size_t member, std::span<const std::byte> array) {
    const auto& [type, offset] = layout.members[member];
    Bytes values(array.size() / layout.bytes * type.bytes());
    std::byte* to = values.data();
    for (std::size_t at = offset; at < array.size(); at += layout.bytes, to += type.bytes())
        std::memcpy(to, array.data() + at, type.bytes());
    return values;
}

void scatter(const StructLayout& layout, std::size_t member, std::span<const std::byte> values,
             Bytes& array) {
    const auto& [type, offset] = layout.members[member];
    const std::byte* from = values.data();
    for (std::size_t at = offset; at < array.size(); at += layout.bytes, from += type.bytes())
        std::memcpy(array.data() + at, from, type.bytes());
}

Bytes element_bytes(const StructLayout& layout, const std::vector<double>& values) {
    Bytes bytes(layout.bytes);
    std::size_t next = 0;
    for (const auto& [type, offset] : layout.members) {
        for (std::size_t lane = 0; lane < type.width; ++lane, ++next) {
            const double value = values[std::min(next, values.size() - 1)];
            type.element->write(value, bytes.data() + offset + lane * type.element->bytes);
        }
    }
    return bytes;
}

}  // namespace hone
