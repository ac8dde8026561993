// SPDX-License-Identifier: MIT
// A program that is tuned in a kernel's place: its words, into which the values of a config are
// written, and what is read from its output. No shell takes part: hone splits the words itself, and
// a value stays inside of the word that names it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spaces/language/value.hpp"

namespace hone {

struct ProgramCall {
    std::string text;                // as it was written
    std::vector<std::string> words;  // the program and its arguments
    std::string read;     // a regular expression whose group is a figure; empty: its time counts
    bool higher = false;  // the higher figure is the better one
};

/// Splits a line as a shell does that knows quotes and backslashes alone. What only a shell can do,
/// and a quote without an end, is a fault, and then there are no words.
std::vector<std::string> split_words(std::string_view line, std::string& fault);

/// The names in braces of a word: {WG}. A shell's own ${WG} is none.
std::vector<std::string> names_in(std::string_view word);

/// The value as a program is told it: "64", "0.25", "fast".
std::string written(const Value& value);

/// The words with each {NAME} replaced by its value.
std::vector<std::string> words_with(const ProgramCall& call,
                                    const std::vector<std::pair<std::string, Value>>& values);

}  // namespace hone
