// SPDX-License-Identifier: MIT
// Names come from drivers, and texts from files and databases that others wrote: none of them may
// speak to a terminal.
#pragma once

#include <string>

namespace hone {

/// The text with a blank for each control character; line ends and tabs stay.
std::string printable(std::string text);

}  // namespace hone
