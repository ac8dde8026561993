// SPDX-License-Identifier: MIT
// The program's three streams: open in any case, checked for write errors, and colored only on a
// terminal.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "spaces/base/error.hpp"

namespace hone::cli {

/// Makes sure that descriptors 0, 1 and 2 are open, and ignores SIGPIPE and SIGXFSZ.
void prepare_streams();

/// Flushes the answer. A closed pipe is no error, and `exit` is returned; any other write error is
/// an environment Error.
Exit delivered(Exit exit);

/// Writes a part of the answer to stdout. Nothing that others wrote speaks to a terminal.
void put_text(std::string text);
template <class... Parts>
void put(fmt::format_string<Parts...> form, Parts&&... parts) {
    put_text(fmt::format(form, std::forward<Parts>(parts)...));
}

/// Prints a line on stderr, ignoring errors, behind a mark of our own where it has one.
void say(std::string_view line, std::string_view mark = {});

/// Whether writing the answer has failed so far.
bool answer_lost();

/// How many columns the terminal has that this stream writes to; 80 where it does not say, and
/// nothing where it is no terminal.
std::optional<std::size_t> columns_of(std::FILE* stream);

/// Whether this stream takes colors: a terminal, and no NO_COLOR.
bool colored(std::FILE* stream);

}  // namespace hone::cli
