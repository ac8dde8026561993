// SPDX-License-Identifier: MIT
// Names come from drivers, and texts from files and databases that others wrote: none of them may
// speak to a terminal, or be no text.
#pragma once

#include <string>

namespace hone {

/// The text with blanks for each character that controls a terminal or the direction of writing, or
/// that nobody sees, such as a space without a width; and a question mark for each byte that is not UTF-8; line ends and tabs stay.
std::string printable(std::string text);

/// The same without line ends and tabs: for names, and for all that is shown within a line.
std::string one_line(std::string text);

}  // namespace hone
