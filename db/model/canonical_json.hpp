// SPDX-License-Identifier: MIT
// Names with values as one line of JSON. There is exactly one way to write it, so that equal texts
// are equal configs: no blanks, the order as given, {"MWG":64,"KIND":"fast"}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/model/setting.hpp"

namespace hone {

/// The settings as canonical JSON. A config must be in the declared order of its parameters, a
/// problem sorted by name.
std::string canonical(const Settings& settings);

/// The settings of a text that canonical() has written; empty for any other text.
Settings settings_of(std::string_view canonical);

/// The text value of one setting; `otherwise` if there is no setting with this name.
std::string text_in(std::string_view canonical, std::string_view name, std::string_view otherwise);

}  // namespace hone
