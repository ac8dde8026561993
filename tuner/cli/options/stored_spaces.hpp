// SPDX-License-Identifier: MIT
// The spaces that a command's words name: routines, kernels that come with hone, files, and kernels
// that the user tuned before, by name alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/space/space.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// The spaces of ROUTINE|KERNEL|FILE. A user's own kernel or command is read from the file that it
/// was last tuned from; if that is gone, from the stored texts. Throws a usage Error if the name is
/// unknown or ambiguous. Without --trust-databases it also throws for kernels that only another
/// database brought.
std::vector<Space> spaces_or_stored(const po::variables_map& given);

/// The one space of the option's word: a kernel that comes with hone, a file, or a kernel that the
/// user tuned before.
Space space_or_stored(const po::variables_map& given, const std::string& option);

/// Like spaces_or_stored; throws a usage Error with this question if the word is missing.
std::vector<Space> spaces_given(const po::variables_map& given, const std::string& question);

/// The same for commands that take sizes; throws a usage Error for a program, which has none.
std::vector<Space> kernels_given(const po::variables_map& given, const std::string& question);

}  // namespace hone::cli
