// SPDX-License-Identifier: MIT
// The spaces that a command's words name: routines, kernels that come with hone, files, and what the
// user tuned before, by its name alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/space/space.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// The spaces of ROUTINE|KERNEL|FILE. A kernel or a command of the user's own has the file that it
/// was last tuned from; where that is gone, the stored texts. A usage Error where the name is
/// unknown, means several, or means what only another database brought, unless --trust-databases.
std::vector<Space> spaces_or_stored(const po::variables_map& given);

/// The one space of the option's word: a kernel that comes with hone, a file, or what the user tuned
/// before.
Space space_or_stored(const po::variables_map& given, const std::string& option);

/// The same as spaces_or_stored; where the word is missing, a usage Error that asks the question.
std::vector<Space> spaces_given(const po::variables_map& given, const std::string& question);

/// The same for what takes sizes; a usage Error for a program, which has none.
std::vector<Space> kernels_given(const po::variables_map& given, const std::string& question);

}  // namespace hone::cli
