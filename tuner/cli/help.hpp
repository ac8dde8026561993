// SPDX-License-Identifier: MIT
// The help texts: of each command, and of the exit codes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tuner/cli/command.hpp"

namespace hone::cli {

/// The program itself as a command: the options before or without a command's name.
extern const Command program;

/// The help of one command; for the program: its commands and exit codes.
std::string help_text(const Command& command);

/// The meaning of an exit code.
struct ExitMeaning {
    Exit exit;
    std::string_view meaning;
};

/// Every exit code of the program, in rising order.
std::span<const ExitMeaning> exit_meanings();

}  // namespace hone::cli
