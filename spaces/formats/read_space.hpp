// SPDX-License-Identifier: MIT
// Reading a space, whatever its format.
#pragma once

#include <filesystem>
#include <string_view>

#include "spaces/space/space.hpp"

namespace hone {

/// Reads a space from a file by its content: hone's TOML (*.toml), JSON with "params", or T1.
/// Throws one usage Error with a line for every mistake in it.
Space read_space(const std::filesystem::path& file);

/// Reads from a text in memory; `file` is for messages and to know the format.
Space read_space(std::string_view text, const std::filesystem::path& file);

}  // namespace hone
