// SPDX-License-Identifier: MIT
// A name and its value: a parameter of a config, or an argument of a problem.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "db/api/visibility.h"

namespace hone {

/// A name and its value.
using Setting = std::pair<std::string, std::variant<std::int64_t, double, std::string>>;

/// A config in the declared order of its parameters; a problem in any order.
using Settings = std::vector<Setting>;

/// The value as people and compilers write it: 64, 0.25, FAST.
HONE_API std::string text(const Setting& setting);

/// "MWG=64 KIND=fast": the settings separated by blanks, each with this prefix.
HONE_API std::string joined(const Settings& settings, const std::string& before_each = "");

}  // namespace hone
