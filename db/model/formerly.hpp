// SPDX-License-Identifier: MIT
// Translates configs that were stored with an older version of a space to its current names. A
// space declares what it renamed, and how its kernel behaved before it had a parameter. Stored rows
// stay as they were measured; readers translate them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/setting.hpp"

namespace hone {

/// Former names of a kernel, of its parameters, and of the words among their values.
struct Formerly {
    std::vector<std::string> names;                               // of the kernel
    std::vector<std::pair<std::string, std::string>> parameters;  // former name, current name
    std::vector<std::pair<Setting, Setting>> words;  // former word, current word; current parameter
    Settings neutral;                                // behavior of a space without the parameter

    /// The config with current names and words. Its settings are in the `order` of the parameters,
    /// followed by unknown ones. A missing parameter gets its neutral value; without one, it stays
    /// missing.
    Settings today(const Settings& config, std::span<const std::string> order) const;
};

/// The f32 of the old gemm_mma were three products of tf32, which exceed the error bound of f32 for
/// small numbers. Such results are only returned for tf32x3.
constexpr std::string_view precision_today(std::string_view kernel, std::string_view stored) {
    return kernel == "gemm_mma" && stored == "f32" ? "tf32x3" : stored;
}

/// The name that a precision of this kernel had in older ids.
constexpr std::string_view former_precision(std::string_view kernel, std::string_view today) {
    return kernel == "gemm_mma" && today == "tf32x3" ? "f32" : today;
}

}  // namespace hone
