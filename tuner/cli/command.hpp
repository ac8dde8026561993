// SPDX-License-Identifier: MIT
// One table of commands feeds parsing, help, completion and the man page. A command is one file
// that defines one Command; command_table.cpp lists them in the order in which help shows them.
#pragma once

#include <boost/program_options.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/base/error.hpp"

namespace hone::cli {

namespace po = boost::program_options;

/// The allowed values of one option or argument: checked before the command runs, and offered by
/// completion.
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
    /// Adds the command's options. Words without dashes fill the options named by `words`, in
    /// order.
    /// --help, --quiet and --verbose are every command's own already.
    void (*declare)(po::options_description& options);
    std::span<const std::string_view>
        words;  // "space"; a last one that ends in "..." takes all that remain
    /// Runs the command: the answer on stdout, everything else on stderr.
    Exit (*run)(const po::variables_map& given);
    bool hidden = false;  // for the program's own use
    std::span<const AllowedValues> allowed_values = {};
};

/// Every command, in the order of help.
std::span<const Command* const> commands();

/// The names of the commands that are shown.
std::vector<std::string> command_names();

/// The command of this name, hidden ones too; a usage Error with the nearest one for an unknown
/// name.
const Command& find_command(std::string_view name);

}  // namespace hone::cli
