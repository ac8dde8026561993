// SPDX-License-Identifier: MIT
// The program's three streams: always open, checked for write errors, and colored only on a
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

/// Ensures that descriptors 0, 1 and 2 are open, and ignores SIGPIPE and SIGXFSZ.
void prepare_streams();

/// Flushes the answer. A closed pipe is not an error: returns `exit`. Throws an environment Error
/// for any other write error.
Exit delivered(Exit exit);

/// Writes a part of the answer to stdout. Control characters of foreign texts do not reach a
/// terminal.
void put_text(std::string text);
template <class... Parts>
void put(fmt::format_string<Parts...> form, Parts&&... parts) {
    put_text(fmt::format(form, std::forward<Parts>(parts)...));
}

/// Prints a line on stderr after hone's mark, if given; ignores errors.
void say(std::string_view line, std::string_view mark = {});

/// Whether writing the answer has failed so far.
bool answer_lost();

/// The number of columns of the terminal behind this stream: 80 if the terminal does not report it,
/// nullopt if the stream is not a terminal.
std::optional<std::size_t> columns_of(std::FILE* stream);

/// Whether this stream takes colors: it is a terminal and NO_COLOR is not set.
bool colored(std::FILE* stream);

}  // namespace hone::cli
