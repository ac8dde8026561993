// SPDX-License-Identifier: MIT
// All input files of commands: spaces, kernels, results, recordings. The files may come from
// anyone, so only regular files are read, up to the reader's limit.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace hone {

class Error;

/// Opens a regular file for reading in parts. Throws a usage Error that names the file type if it
/// is not regular, such as a FIFO or a link to one. If the file cannot be read, the stream is in a
/// failed state.
std::ifstream open_input(const std::filesystem::path& file);

/// The first `most` bytes of a file, and one more if the file is longer: the caller rejects long
/// files with its own message. nullopt if the file cannot be read. Throws as open_input() does.
std::optional<std::string> read_input(const std::filesystem::path& file, std::size_t most);
/// The same, but throws `unreadable` if the file cannot be read.
std::string read_input(const std::filesystem::path& file, std::size_t most,
                       const Error& unreadable);

}  // namespace hone
