// SPDX-License-Identifier: MIT
// Finds a space by a word of the command line: a file, or a space that comes with hone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hone {

/// The names of the spaces that come with hone, sorted; empty if they are not installed.
std::vector<std::string> shipped_spaces();

/// Whether the word is the path of an existing file. A plain word, without a folder and an
/// extension, is a name: a program that was tuned under this name may be in the current folder.
bool is_path_of_file(const std::string& word);

/// The file of this space: the word itself if it is a file, else the shipped space of this name or
/// former name. Throws a usage Error with the nearest name if there is neither.
std::filesystem::path find_space(const std::string& word);

}  // namespace hone
