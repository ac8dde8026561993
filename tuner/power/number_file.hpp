// SPDX-License-Identifier: MIT
// Reads kernel files that contain one number.
#pragma once

#include <filesystem>
#include <optional>

namespace hone {

/// The number in a file; nullopt if the file is unreadable, or contains anything else.
std::optional<double> number_in(const std::filesystem::path& file);

/// The time of the host's steady clock, in seconds.
double steady_seconds();

}  // namespace hone
