// SPDX-License-Identifier: MIT
// The layout of help texts: paragraphs separated by an empty line, and examples, which are lines
// that start with blanks. The terminal and the man page lay them out differently.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hone::cli {

/// The parts between separators: "a,b" is two, "" is one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

/// A paragraph in lines of at most so many columns; a longer word has a line of its own.
std::vector<std::string> lines(std::string_view paragraph, std::size_t columns);

/// Paragraphs wrapped for a terminal; examples stay as they are.
std::string wrapped(std::string_view prose);

/// The text in troff, with the man macros.
std::string as_troff(std::string_view prose);

/// The text with all troff commands escaped.
std::string troff_text(std::string_view text);

}  // namespace hone::cli
