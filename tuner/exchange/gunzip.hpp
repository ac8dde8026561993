// SPDX-License-Identifier: MIT
// Recordings are published compressed: gzip (RFC 1952) is unpacked here, so that nobody has to.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// Whether it starts as gzip does.
bool is_gzip(std::string_view content);

/// What was packed. A usage Error for what is cut short, damaged, or larger than `most` bytes.
std::string gunzip(std::string_view content, std::size_t most);

}  // namespace hone
