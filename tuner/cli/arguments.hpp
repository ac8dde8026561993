// SPDX-License-Identifier: MIT
// Parses the words of a command line into the options of its command. Options cannot be
// abbreviated. An error is one line that names the nearest known option or value.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/cli/command.hpp"

namespace hone::cli {

/// An option, as the help, the completion and the man page show it.
struct Option {
    std::string name;    // "seed"
    std::string letter;  // "s" if there is a short form
    std::string value;   // "N"; empty for a switch
    std::string text;    // what it does

    bool takes_value() const { return !value.empty(); }
    /// "-s, --seed N"
    std::string spelling() const;
};

/// The options that every command has.
std::vector<Option> common_options();

/// The options of this command alone.
std::vector<Option> own_options_of(const Command& command);

/// The command's own options, then those of every command.
std::vector<Option> options_of(const Command& command);

/// The positional arguments of a command, in order.
std::vector<Option> words_of(const Command& command);

/// "usage: hone space FILE|NAME [options]"
std::string usage(const Command& command);

/// The allowed values of this option or argument; nullptr if any value is allowed.
const AllowedValues* allowed_values_for(const Command& command, std::string_view option);

/// Parses the words after the command's name. Throws a usage Error for an unknown option or value.
/// With --help, required words may be missing.
po::variables_map parse(const Command& command, std::span<const std::string> words);

/// How much is printed on stderr.
enum class Verbosity { quiet, normal, verbose };

/// The verbosity that --quiet or --verbose selects.
Verbosity verbosity_of(const po::variables_map& given);

}  // namespace hone::cli
