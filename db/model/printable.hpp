// SPDX-License-Identifier: MIT
// Makes texts safe to print. Names come from drivers, and other texts from files and databases of
// others: none of them may control a terminal or contain invalid UTF-8.
#pragma once

#include <string>

namespace hone {

/// The text with a blank in place of each character that controls a terminal or the writing
/// direction, or that is invisible, such as a space without a width. Each byte that is not UTF-8
/// becomes a question mark; line ends and tabs stay.
std::string printable(std::string text);

/// The same without line ends and tabs, for names and all other texts within a line.
std::string one_line(std::string text);

}  // namespace hone
