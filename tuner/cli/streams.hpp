// SPDX-License-Identifier: MIT
// The program's three streams: open in any case, checked for write errors, and colored only on a
// terminal.
#pragma once

#include <cstdio>
#include <string_view>

#include "spaces/base/error.hpp"

namespace hone::cli {

/// Makes sure that descriptors 0, 1 and 2 are open, and ignores SIGPIPE.
void prepare_streams();

/// Flushes the answer. A closed pipe is no error, and `exit` is returned; any other write error is
/// an environment Error.
Exit delivered(Exit exit);

/// Prints a line on stderr, ignoring errors.
void say(std::string_view line);

/// Whether writing the answer has failed so far.
bool answer_lost();

/// Whether this stream takes colors: a terminal, and no NO_COLOR.
bool colored(std::FILE* stream);

}  // namespace hone::cli
