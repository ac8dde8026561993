// SPDX-License-Identifier: MIT
// From the words of a call to the options of its command. Nothing is guessed: an option is written
// out, and what is wrong ends in one line, with the nearest known option or value.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/cli/command.hpp"

namespace hone::cli {

/// An option as help, completion and the man page show it.
struct Option {
    std::string name;    // "seed"
    std::string letter;  // "s" where there is a short form
    std::string value;   // "N"; empty for a switch
    std::string text;    // what it does

    bool takes_value() const { return !value.empty(); }
    /// "-s, --seed N"
    std::string spelling() const;
};

/// What every command takes with dashes.
std::vector<Option> common_options();

/// What this command alone takes with dashes.
std::vector<Option> own_options_of(const Command& command);

/// Both: its own options first, then those of every command.
std::vector<Option> options_of(const Command& command);

/// What a command takes without dashes, in order.
std::vector<Option> words_of(const Command& command);

/// "usage: hone space FILE|NAME [options]"
std::string usage(const Command& command);

/// What the command offers for this option or word, or nothing where anything goes.
const Choice* choice_for(const Command& command, std::string_view option);

/// Reads the words after the command's name. Throws a usage Error for what the command does not
/// take; where --help is among the words, nothing is missed.
po::variables_map parse(const Command& command, std::span<const std::string> words);

/// How much is said beside the answer, on stderr.
enum class Voice { quiet, normal, verbose };

/// The voice that --quiet or --verbose asked for.
Voice voice_of(const po::variables_map& given);

}  // namespace hone::cli
