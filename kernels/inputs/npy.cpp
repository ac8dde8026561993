// SPDX-License-Identifier: MIT
// Reads the header's required keys: 'descr', 'fortran_order' and 'shape'.
#include "kernels/inputs/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "kernels/inputs/exact_number.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
    throw Error(Exit::usage, fmt::format("{}: {}", file.string(), why),
                "numpy.save writes what is read: an array in C order of numbers of this machine");
}

struct NpyHeader {
    std::string_view text;
    std::string_view values;
};

// The header's length has two bytes in version 1, four bytes in later versions.
NpyHeader header_of(std::string_view content, const std::filesystem::path& file) {
    constexpr std::size_t before = magic.size() + 2;
    if (content.size() < before + 4) refuse(file, "ends within its header");
    const std::size_t width = content[magic.size()] == 1 ? 2 : 4;
    std::uint32_t length = 0;
    std::memcpy(&length, content.data() + before, width);
    if (content.size() - before - width < length) refuse(file, "ends within its header");
    return {content.substr(before + width, length), content.substr(before + width + length)};
}

// The text after the key, up to one of these characters.
std::string_view value_after(std::string_view header, std::string_view key, std::string_view end) {
    const std::size_t found = header.find(key);
    if (found == header.npos) return {};
    std::string_view rest = header.substr(found + key.size());
    rest.remove_prefix(std::min(rest.find_first_not_of("': "), rest.size()));
    return rest.substr(0, rest.find_first_of(end));
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> npy_types{
    {{"<f2", "half"},
     {"<f4", "float"},
     {"<f8", "double"},
     {"|i1", "char"},
     {"|u1", "uchar"},
     {"|b1", "uchar"},
     {"<i2", "short"},
     {"<u2", "ushort"},
     {"<i4", "int"},
     {"<u4", "uint"},
     {"<i8", "long"},
     {"<u8", "ulong"}}};

const Element& element_in(std::string_view header, const std::filesystem::path& file) {
    const std::string_view type = value_after(header, "'descr'", "',}");
    for (const auto& [name, element] : npy_types)
        if (name == type) return element_of(element);
    refuse(file, fmt::format("values of type '{}' cannot be read", type));
}

std::size_t count_in(std::string_view header) {
    std::string_view shape = value_after(header, "'shape'", ")");
    std::size_t count = 1;
    while (!shape.empty()) {
        shape.remove_prefix(std::min(shape.find_first_of("0123456789"), shape.size()));
        std::size_t extent = 0;
        const auto end = std::from_chars(shape.data(), shape.data() + shape.size(), extent).ptr;
        if (end != shape.data()) count *= extent;
        shape.remove_prefix(static_cast<std::size_t>(end - shape.data()));
    }
    return count;
}

// Integers keep all digits.
bool convert(const Element& from, const std::byte* value, const Element& to, std::byte* into) {
    if (!from.is_integer()) return put_exactly(to, from.read(value), into);
    const std::uint64_t bits = from.read_bits(value);
    const bool is_negative = from.is_signed && bits >> 63U != 0;
    return put_exactly(to, WholeNumber{is_negative ? 0 - bits : bits, is_negative}, into);
}

}  // namespace

bool is_npy(std::string_view content) {
    return content.starts_with(magic);
}

Bytes read_npy(std::string_view content, const std::filesystem::path& file,
               const ArrayPart& wanted) {
    const auto [header, values] = header_of(content, file);
    if (value_after(header, "'fortran_order'", ",}") == "True")
        refuse(file, "its array is in Fortran order");
    const Element& from = element_in(header, file);
    const std::size_t count = count_in(header);
    const Element& to = *wanted.type.element;
    const std::size_t needed = wanted.bytes() / to.bytes;
    if (count != needed || values.size() != count * from.bytes)
        throw Error(Exit::usage, fmt::format("{} has {} values; '{}' needs {}", file.string(),
                                             count, wanted.name, needed));
    const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
    if (from.type == to.type) return {bytes, bytes + values.size()};
    Bytes converted(wanted.bytes());
    for (std::size_t i = 0; i < count; ++i)
        if (!convert(from, bytes + i * from.bytes, to, converted.data() + i * to.bytes))
            throw Error(Exit::usage,
                        fmt::format("{}: {}[{}] is {}, which type {} does not hold", file.string(),
                                    wanted.name, i, from.read(bytes + i * from.bytes), to.type));
    return converted;
}

}  // namespace hone
