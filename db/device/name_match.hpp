// SPDX-License-Identifier: MIT
// Matches a user's word with the names of a device.
#pragma once

#include <string>
#include <string_view>

#include "db/model/device.hpp"

namespace hone {

/// The text with ASCII letters in lower case, in any locale.
std::string lower(std::string_view text);

/// Whether the word is part of the name of the device, its board, its vendor or its platform.
/// Ignores case.
bool name_matches(const Device& device, std::string_view word);

}  // namespace hone
