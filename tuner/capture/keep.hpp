// SPDX-License-Identifier: MIT
// A captured launch as a folder: its kernel, its space, its inputs and its results.
#pragma once

#include <filesystem>

#include "tuner/capture/space_text.hpp"

namespace hone {

/// Writes FOLDER/NAME with kernel.cl, NAME.toml, a file for each buffer and the expected results.
/// Returns the path of the space. Overwrites an earlier capture; throws a usage Error if that was
/// edited.
std::filesystem::path keep_launch(const std::filesystem::path& trace,
                                  const CapturedLaunch& captured,
                                  const std::filesystem::path& folder,
                                  const SpaceTextOptions& options);

}  // namespace hone
