// SPDX-License-Identifier: MIT
// Reads a space in any format.
#pragma once

#include <filesystem>
#include <string_view>

#include "spaces/space/space.hpp"

namespace hone {

/// Reads a space from a file. The content determines the format: hone's TOML (*.toml), JSON with
/// "params", or T1. Throws one usage Error with a line for each mistake.
Space read_space(const std::filesystem::path& file);

/// Whether the text of a space is T1, which is JSON, instead of TOML.
bool is_json_space(std::string_view text);

/// Reads a text in memory; `file` is used for messages and to determine the format.
Space read_space(std::string_view text, const std::filesystem::path& file);

}  // namespace hone
