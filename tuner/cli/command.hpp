// SPDX-License-Identifier: MIT
// One table of commands feeds everything: what runs, help, completion and the man page. A command is
// one file that defines one Command; commands.cpp lists them in the order in which help shows them.
#pragma once

#include <boost/program_options.hpp>
#include <span>
#include <string_view>

#include "spaces/error.hpp"

namespace hone::cli {

namespace po = boost::program_options;

struct Command {
    std::string_view name;      // "space"
    std::string_view synopsis;  // "FILE|NAME [options]"
    std::string_view summary;   // one line for the list of commands
    std::string_view details;   // paragraphs for `hone help NAME` and the man page, with examples
    /// Adds the command's options. Words without dashes fill the options named by `words`, in order.
    void (*declare)(po::options_description& options);
    std::span<const std::string_view> words;  // "space"; a last one that ends in "..." takes all that remain
    /// Does it: the answer on stdout, everything else on stderr.
    Exit (*run)(const po::variables_map& given);
    bool hidden = false;  // not shown: for the program's own use
};

/// Every command, in the order of help.
std::span<const Command* const> commands();

}  // namespace hone::cli
