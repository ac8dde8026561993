// SPDX-License-Identifier: MIT
// Unpacks gzip (RFC 1952), since recorded spaces are published compressed.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// Whether the content starts with the gzip header.
bool is_gzip(std::string_view content);

/// The unpacked content. Throws a usage Error if the content is truncated, damaged, or unpacks to
/// more than `most` bytes.
std::string gunzip(std::string_view content, std::size_t most);

}  // namespace hone
