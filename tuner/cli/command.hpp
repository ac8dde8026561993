// SPDX-License-Identifier: MIT
// One table of commands feeds the parser, the help, the completion and the man page. Each command
// is one file that defines one Command; command_table.cpp lists them in the order of the help.
#pragma once

#include <boost/program_options.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/base/error.hpp"

namespace hone::cli {

namespace po = boost::program_options;

/// The allowed values of one option or argument. They are checked before the command runs, and
/// completion offers them.
struct AllowedValues {
    std::string_view option;               // "strategy"
    std::vector<std::string> (*values)();  // called only when needed
    bool open_ended = false;               // other values, such as files, are allowed too
};

struct Command {
    std::string_view name;      // "space"
    std::string_view synopsis;  // "FILE|NAME [options]"
    std::string_view summary;   // one line for the list of commands
    /// For `hone help NAME` and the man page: paragraphs separated by an empty line; a line that
    /// starts with blanks is an example and stays as it is.
    std::string_view details;
    /// Adds the command's options. Positional words fill the options named by `words`, in order.
    /// Every command already has --help, --quiet and --verbose.
    void (*declare)(po::options_description& options);
    std::span<const std::string_view>
        words;  // "space"; a last word that ends in "..." takes all remaining ones
    /// Runs the command. Prints the answer on stdout and everything else on stderr.
    Exit (*run)(const po::variables_map& given);
    bool hidden = false;  // for the program's own use
    std::span<const AllowedValues> allowed_values = {};
};

/// All commands, in the order of the help.
std::span<const Command* const> commands();

/// The names of the commands that the help lists.
std::vector<std::string> command_names();

/// The command of this name; hidden commands are found, too. Throws a usage Error that suggests the
/// nearest name if the name is unknown.
const Command& find_command(std::string_view name);

}  // namespace hone::cli
