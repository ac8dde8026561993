// SPDX-License-Identifier: MIT
// Runs a program once: without a shell, with empty input, in this process's group, and with limited
// output. Processes that it leaves running are killed.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace hone {

/// How a program ended, and its output on both streams.
struct ProgramEnd {
    std::chrono::nanoseconds took{0};  // from its start to its end
    std::string fault;                 // "exited with 3"; empty after exit status 0
    std::string output;
};

/// The limit on a program's output.
constexpr std::size_t max_output_bytes = 16 << 20;

/// Runs the program that the first word names, found as a shell finds it. `variables` are added to
/// this process's environment. Throws an environment Error if the program cannot be started.
ProgramEnd run_program(const std::vector<std::string>& words,
                       const std::vector<std::pair<std::string, std::string>>& variables);

/// The last line of a text that is not empty.
std::string last_line(const std::string& text);

/// Describes how a process ended, from the status of wait(): "exited with 3", "was killed by signal
/// 9 (Killed)".
std::string end_words(int status);

}  // namespace hone
