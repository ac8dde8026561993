// SPDX-License-Identifier: MIT
// Where the installed spaces, kernels and the program are: beside the running program, wherever it
// was moved to, or in the sources when it runs from its build folder.
#pragma once

#include <filesystem>

namespace hone {

/// The program hone, to start workers with: the one that is running; in an application that links
/// the tuner, bin/hone beside the library.
std::filesystem::path hone_program();

/// The folder that holds spaces/ and kernels/: $HONE_SHARE, else ../share/hone beside the program,
/// else the sources of a program in its build folder. Throws an environment Error when none is
/// there.
std::filesystem::path share_dir();

/// The same for a program at `program`, which need not be this one.
std::filesystem::path share_dir(const std::filesystem::path& program);

}  // namespace hone
