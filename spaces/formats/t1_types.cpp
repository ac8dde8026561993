// SPDX-License-Identifier: MIT
// T1's type names have bits (int32), those of OpenCL C do not (int); vectors append their width to
// both.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "spaces/formats/t1_types.hpp"

namespace hone::t1 {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<Pair, 11> base_types{{{"int8", "char"},
                                           {"uint8", "uchar"},
                                           {"int16", "short"},
                                           {"uint16", "ushort"},
                                           {"int32", "int"},
                                           {"uint32", "uint"},
                                           {"int64", "long"},
                                           {"uint64", "ulong"},
                                           {"half", "half"},
                                           {"float", "float"},
                                           {"double", "double"}}};
constexpr std::array<std::string_view, 6> vector_widths{"", "2", "3", "4", "8", "16"};

constexpr std::array<Pair, 7> types_of_precision{{{"f64", "double"},
                                                  {"f32", "float"},
                                                  {"tf32", "float"},
                                                  {"tf32x3", "float"},
                                                  {"i32", "int"},
                                                  {"f16", "half"},
                                                  {"bf16", "ushort"}}};

// The name of a base type may end in digits, so every split into a known base and a known width is
// tried.
std::string translated(std::string_view type, std::string_view Pair::*from,
                       std::string_view Pair::*to) {
    for (const Pair& names : base_types) {
        if (!type.starts_with(names.*from)) continue;
        const std::string_view width = type.substr((names.*from).size());
        if (std::ranges::find(vector_widths, width) == vector_widths.end()) continue;
        return fmt::format("{}{}", names.*to, width);
    }
    return {};
}

}  // namespace

std::string opencl_type(std::string_view type) {
    return type == "bool" ? "uchar" : translated(type, &Pair::first, &Pair::second);
}

std::string t1_type(std::string_view type, std::string_view precision) {
    constexpr std::string_view real = "real";
    if (!type.starts_with(real)) return translated(type, &Pair::second, &Pair::first);
    const auto* known = std::ranges::find(types_of_precision, precision, &Pair::first);
    return t1_type(fmt::format("{}{}", known->second, type.substr(real.size())), precision);
}

}  // namespace hone::t1
