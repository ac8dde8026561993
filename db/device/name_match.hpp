// SPDX-License-Identifier: MIT
// A user names a device by a word of its names.
#pragma once

#include <string>
#include <string_view>

#include "db/model/device.hpp"

namespace hone {

/// The text with its Latin letters small, whatever the locale.
std::string lower(std::string_view text);

/// Whether the word is a part of what the device, its board, its vendor or its platform are called,
/// in small letters or capitals.
bool name_matches(const Device& device, std::string_view word);

}  // namespace hone
