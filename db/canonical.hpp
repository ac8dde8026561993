// SPDX-License-Identifier: MIT
// Names with values as one line of JSON, written in exactly one way, so that equal texts are equal
// configs: no blanks, the order as given, {"MWG":64,"KIND":"fast"}.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hone {

/// A name and what it stands for.
using Setting = std::pair<std::string, std::variant<std::int64_t, double, std::string>>;

/// The settings as canonical JSON. A config comes in its parameters' written order, a problem in
/// the order of its names.
std::string canonical(const std::vector<Setting>& settings);

}  // namespace hone
