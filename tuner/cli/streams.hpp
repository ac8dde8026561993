// SPDX-License-Identifier: MIT
// The program's three streams: never mistaken for a file, never silently cut off, and colored only
// for a person who looks at them.
#pragma once

#include <cstdio>
#include <string_view>

#include "spaces/base/error.hpp"

namespace hone::cli {

/// Makes sure that 0, 1 and 2 are streams, and that a reader who leaves is an error instead of a
/// death.
void prepare_streams();

/// Writes out what is left of the answer. Whoever stopped reading had enough, so `exit` stands;
/// what could not be written for another reason is an environment Error.
Exit delivered(Exit exit);

/// A line on stderr; where nobody can read it, nothing happens.
void say(std::string_view line);

/// Whether the answer could not be written so far.
bool answer_lost();

/// Whether colors are welcome on this stream: a terminal, and no NO_COLOR.
bool colored(std::FILE* stream);

}  // namespace hone::cli
