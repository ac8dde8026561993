// SPDX-License-Identifier: MIT
// Configs that an older text of a kernel's space stored, in today's names: a space declares what it
// renamed, and what its kernel did before it had a parameter. Stored rows stay as they were
// measured; readers translate them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/setting.hpp"

namespace hone {

/// What a kernel, its parameters and the words among their values were called before.
struct Formerly {
    std::vector<std::string> names;                               // of the kernel
    std::vector<std::pair<std::string, std::string>> parameters;  // the former name, today's
    std::vector<std::pair<Setting, Setting>> words;  // the former one, today's; today's parameter
    Settings neutral;                                // what a text without the parameter did

    /// The config in today's names and words. Its settings come in the `order` of the parameters,
    /// then any that are no parameter of today; a parameter that it lacks has its neutral value,
    /// and is missing where there is none.
    Settings today(const Settings& config, std::span<const std::string> order) const;
};

/// What gemm_mma computed in f32 is three products of tf32, which do not keep the bound of f32 for
/// small numbers: it is told to who asks for tf32x3.
constexpr std::string_view precision_today(std::string_view kernel, std::string_view stored) {
    return kernel == "gemm_mma" && stored == "f32" ? "tf32x3" : stored;
}

/// The name that a precision of this kernel had in ids that were made before.
constexpr std::string_view former_precision(std::string_view kernel, std::string_view today) {
    return kernel == "gemm_mma" && today == "tf32x3" ? "f32" : today;
}

}  // namespace hone
