// SPDX-License-Identifier: MIT
// Files of the kernel that hold one number.
#pragma once

#include <filesystem>
#include <optional>

namespace hone {

/// The number that a file holds; nothing where it cannot be read, or holds something else.
std::optional<double> number_in(const std::filesystem::path& file);

/// The seconds of the host's steady clock.
double steady_seconds();

}  // namespace hone
