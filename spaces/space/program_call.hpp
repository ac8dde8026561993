// SPDX-License-Identifier: MIT
// A program that is tuned instead of a kernel: its command line, into which the values of a config
// are inserted, and how to read its output. No shell is used: hone splits the words itself, and a
// value stays inside the word that names it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spaces/language/value.hpp"

namespace hone {

struct ProgramCall {
    std::string text;                // the source text
    std::vector<std::string> words;  // the program and its arguments
    std::string read;     // a regular expression whose group is a figure; empty: the time counts
    bool higher = false;  // a higher figure is better
};

/// Splits a line like a shell that only knows quotes and backslashes. Other shell syntax, or an
/// unclosed quote, is reported in `fault`; then the result is empty.
std::vector<std::string> split_words(std::string_view line, std::string& fault);

/// The names in braces of a word: {WG}. A shell variable ${WG} does not count.
std::vector<std::string> names_in(std::string_view word);

/// The value as a program argument: "64", "0.25", "fast".
std::string written(const Value& value);

/// The words with each {NAME} replaced by its value.
std::vector<std::string> words_with(const ProgramCall& call,
                                    const std::vector<std::pair<std::string, Value>>& values);

}  // namespace hone
