// SPDX-License-Identifier: MIT
// The layout of help texts: paragraphs separated by an empty line, and examples, which are lines
// that start with blanks. The terminal and the man page lay them out differently.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hone::cli {

/// The parts between separators: "a,b" has two, "" has one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Wraps a paragraph to at most `columns` columns; a longer word has its own line.
std::vector<std::string> lines(std::string_view paragraph, std::size_t columns);

/// Paragraphs wrapped for a terminal; examples stay unchanged.
std::string wrapped(std::string_view prose);

/// The text in troff, with the man macros.
std::string as_troff(std::string_view prose);

/// The text with all troff commands escaped.
std::string troff_text(std::string_view text);

}  // namespace hone::cli
