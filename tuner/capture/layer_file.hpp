// SPDX-License-Identifier: MIT
// Locates the OpenCL layer and runs a process under it.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hone {

/// libhone-layer.so, in a folder relative to the program hone. Throws an environment Error if it is
/// missing.
std::filesystem::path layer_file();

using EnvironmentVariables = std::vector<std::pair<std::string, std::string>>;

/// Sets these variables for programs that are started from now on, and puts the layer before the
/// user's own layers in the loader's list.
void set_layer_environment(const EnvironmentVariables& variables);

/// Replaces this process by the program. Throws a usage Error if it cannot be started.
[[noreturn]] void become(std::vector<std::string> words);

/// Runs the program with its output on stderr and waits. Returns its exit code, or 128 plus its
/// signal.
int run_beside(std::vector<std::string> words);

}  // namespace hone
