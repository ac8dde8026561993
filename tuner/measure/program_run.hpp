// SPDX-License-Identifier: MIT
// Runs a program once: without a shell, with nothing to read, in the process group of this process,
// with a bounded output. What it leaves running is ended.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace hone {

/// How a program ended, and what it printed on both of its outputs.
struct ProgramEnd {
    std::chrono::nanoseconds took{0};  // from its start to its end
    std::string fault;                 // "exited with 3"; empty where it exited with 0
    std::string output;
};

/// The most that a program may print.
constexpr std::size_t max_output_bytes = 16 << 20;

/// Runs the program that the first word names, found as a shell finds it, with these variables
/// besides those of this process. Throws an environment Error where it cannot be started.
ProgramEnd run_program(const std::vector<std::string>& words,
                       const std::vector<std::pair<std::string, std::string>>& variables);

/// The last line of a text that is not empty.
std::string last_line(const std::string& text);

/// How a process ended, by the status that wait() gives: "exited with 3", "was killed by signal 9 (Killed)".
std::string end_words(int status);

}  // namespace hone
