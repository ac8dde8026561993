// SPDX-License-Identifier: MIT
// The text of keys and signatures: a comment, and bytes in base64 on the next line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

using Bytes = std::vector<unsigned char>;

std::string base64(const Bytes& bytes);
/// Nothing where the text is not exactly so many bytes.
Bytes bytes_of_base64(std::string_view text, std::size_t count);

/// The lines of a small text file, without their ends; none where there is no such file. Throws a
/// usage Error where it cannot be one of ours: it is long, or no regular file.
std::vector<std::string> small_file(const std::filesystem::path& file);

}  // namespace hone
