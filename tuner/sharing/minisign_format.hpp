// SPDX-License-Identifier: MIT
// The text format of keys and signatures: a comment, and base64 on the next line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

using Bytes = std::vector<unsigned char>;

std::string base64(const Bytes& bytes);
/// Decodes exactly `count` bytes; returns an empty result for any other text.
Bytes bytes_of_base64(std::string_view text, std::size_t count);

/// The lines of a small text file, without line ends; empty if there is no such file. Throws a
/// usage Error if the file is too long, or not a regular file.
std::vector<std::string> small_file(const std::filesystem::path& file);

}  // namespace hone
