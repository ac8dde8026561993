// SPDX-License-Identifier: MIT
// Names with values as one line of JSON, written in exactly one way, so that equal texts are equal
// configs: no blanks, the order as given, {"MWG":64,"KIND":"fast"}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/model/setting.hpp"

namespace hone {

/// The settings as canonical JSON. A config comes in its parameters' written order, a problem in
/// the order of its names.
std::string canonical(const Settings& settings);

/// The settings that canonical() has written; nothing for any other text.
Settings settings_of(std::string_view canonical);

/// The text of one of these settings; `otherwise` where there is none of this name.
std::string text_in(std::string_view canonical, std::string_view name, std::string_view otherwise);

}  // namespace hone
