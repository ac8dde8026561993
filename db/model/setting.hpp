// SPDX-License-Identifier: MIT
// A name and its value: a parameter that was chosen, an argument of a problem.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "db/api/visibility.h"

namespace hone {

/// A name and what it stands for.
using Setting = std::pair<std::string, std::variant<std::int64_t, double, std::string>>;

/// A config in its parameters' written order; a problem in any.
using Settings = std::vector<Setting>;

/// The value as a person and a compiler write it: 64, 0.25, FAST.
HONE_API std::string text(const Setting& setting);

/// "MWG=64 KIND=fast": the settings with something before each, and between them.
HONE_API std::string joined(const Settings& settings, const std::string& before_each = "");

}  // namespace hone
