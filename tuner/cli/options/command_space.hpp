// SPDX-License-Identifier: MIT
// A program that the command line describes: `--command`, `--parameters` and the related options.
#pragma once

#include <optional>
#include <string>

#include "spaces/space/space.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// --command, --parameters, --constraint, --read, --higher and --name.
void declare_program_call(po::options_description& options);

/// The space that these options describe; its text is stored like that of a space file. Returns
/// nullopt without --command. Throws a usage Error that names the wrong option.
std::optional<Space> program_given(const po::variables_map& given);

/// Converts "WG=[64,128] MODE=[fast,'very slow']" to lines of TOML; throws a usage Error if it is
/// malformed.
std::string parameter_lines(const std::string& text);

}  // namespace hone::cli
