// SPDX-License-Identifier: MIT
// What the program says of itself: the help of each command, and what its exit codes mean.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tuner/cli/command.hpp"

namespace hone::cli {

/// The program itself as a command: what `hone` takes before or without a command's name.
extern const Command program;

/// The help of one command; of the program: its commands and exit codes.
std::string help_text(const Command& command);

/// What an exit code tells the shell.
struct ExitMeaning {
    Exit exit;
    std::string_view meaning;
};

/// Every exit code of the program, in rising order.
std::span<const ExitMeaning> exit_meanings();

}  // namespace hone::cli
