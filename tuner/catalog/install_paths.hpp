// SPDX-License-Identifier: MIT
// The locations of the installed spaces, kernels and the program: relative to the running program,
// even after a move, or in the sources if it runs from its build folder.
#pragma once

#include <filesystem>

namespace hone {

/// The program hone, to start workers with: the running one, or in an application that links the
/// tuner, bin/hone beside the library.
std::filesystem::path hone_program();

/// The folder that holds spaces/ and kernels/: $HONE_SHARE, else ../share/hone beside the program,
/// else the sources if the program is in its build folder. Throws an environment Error if none
/// exists.
std::filesystem::path share_dir();

/// The same for a program at `program`, which need not be this one.
std::filesystem::path share_dir(const std::filesystem::path& program);

}  // namespace hone
