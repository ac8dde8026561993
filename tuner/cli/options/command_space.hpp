// SPDX-License-Identifier: MIT
// A program that the command line describes: `--command`, `--parameters` and what goes with them.
#pragma once

#include <optional>
#include <string>

#include "spaces/space/space.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// --command, --parameters, --constraint, --read, --higher and --name.
void declare_program_call(po::options_description& options);

/// The space that these options describe, which is stored as the text of a space file would be;
/// nothing without --command. A usage Error names the option that is wrong.
std::optional<Space> program_given(const po::variables_map& given);

/// "WG=[64,128] MODE=[fast,'very slow']" as lines of TOML; a usage Error where it is something else.
std::string parameter_lines(const std::string& text);

}  // namespace hone::cli
