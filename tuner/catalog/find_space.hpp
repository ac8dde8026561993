// SPDX-License-Identifier: MIT
// Finds a space by a word of the command line: a file, or one that comes with hone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone {

/// The names of the spaces that come with hone, in alphabetical order; none where they are not
/// installed.
std::vector<std::string> shipped_spaces();

/// Whether the word is the path of a file that is there. A plain word, without a folder and an
/// ending, is a name: a program may lie there that was tuned under it.
bool is_path_of_file(const std::string& word);

/// The file of this space: the word itself when it is a file, else the shipped one of this name or
/// former name. A usage Error with the nearest name when there is neither.
std::filesystem::path find_space(const std::string& word);

}  // namespace hone
