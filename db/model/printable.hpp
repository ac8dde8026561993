// SPDX-License-Identifier: MIT
// Names come from drivers, and texts from files and databases that others wrote: none of them may
// speak to a terminal, or be no text.
#pragma once

#include <string>

namespace hone {

/// The text with a blank for each control character, and a question mark for each byte that is not
/// UTF-8; line ends and tabs stay.
std::string printable(std::string text);

}  // namespace hone
