// SPDX-License-Identifier: MIT
// The help texts of the commands and of the exit codes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tuner/cli/command.hpp"

namespace hone::cli {

/// The program itself as a command: its options stand before or without a command's name.
extern const Command program;

/// The help of one command; the program's help lists the commands and exit codes.
std::string help_text(const Command& command);

/// The meaning of an exit code.
struct ExitMeaning {
    Exit exit;
    std::string_view meaning;
};

/// All exit codes of the program, in ascending order.
std::span<const ExitMeaning> exit_meanings();

}  // namespace hone::cli
