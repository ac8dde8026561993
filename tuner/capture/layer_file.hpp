// SPDX-License-Identifier: MIT
// Where the OpenCL layer is, and a process that runs under it.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hone {

/// libhone-layer.so below the folder of the program hone. An environment Error where it is not.
std::filesystem::path layer_file();

using EnvironmentVariables = std::vector<std::pair<std::string, std::string>>;

/// Sets these variables for programs that are started from now on, and names the layer to the
/// OpenCL loader, before those that the user names.
void set_layer_environment(const EnvironmentVariables& variables);

/// Becomes this program. A usage Error where it cannot be started.
[[noreturn]] void become(std::vector<std::string> words);

/// Runs the program with its output on stderr and waits: its exit code, or 128 and its signal.
int run_beside(std::vector<std::string> words);

}  // namespace hone
