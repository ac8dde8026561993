// SPDX-License-Identifier: MIT
// Where every text that a command reads comes from: spaces, kernels, results, recordings. The
// files are anybody's, so only a regular one is read, and no more of it than the reader wants.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace hone {

/// Opens a regular file, for who reads it in parts. Throws a usage Error that names the kind of what
/// is none, such as a FIFO, or a link to one; where the file cannot be read the stream says so.
std::ifstream open_input(const std::filesystem::path& file);

/// The first `most` bytes of a file and one more where it has more: the caller refuses what is too
/// long in its own words. Nothing where the file cannot be read. Throws as open_input() does.
std::optional<std::string> read_input(const std::filesystem::path& file, std::size_t most);

}  // namespace hone
