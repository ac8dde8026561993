// SPDX-License-Identifier: MIT
// What is exported, and the texts that it becomes: one function for each format.
#pragma once

#include <string>
#include <vector>

#include "db/lookup/catalog.hpp"
#include "tuner/cli/command.hpp"

namespace hone::cli {

/// A problem and the config that it is to be run with.
struct Entry {
    std::vector<lookup::Rational> arguments;
    const lookup::TunedRow* row;
    double ns;
};

/// Everything that one device has for what was asked for.
struct Chosen {
    const lookup::Catalog& catalog;
    std::string what, precision, device;
    std::vector<Entry> entries;

    const lookup::KernelVersion& version(const Entry& entry) const {
        return catalog.versions[entry.row->version];
    }
    const lookup::Recipe& recipe() const { return version(entries.front()).recipe; }
};

/// The text without what would end a comment of C's.
std::string in_comment(std::string text);

/// The places of the arguments that are sizes.
std::vector<std::size_t> extents(const lookup::Recipe& recipe);

/// A table of problems, a table of configs, and a function that finds the nearest, for C and C++.
std::string as_header(const Chosen& chosen, const po::variables_map& given);
/// The same table for other languages.
std::string as_json(const Chosen& chosen, const po::variables_map& given);
/// What an application would be told, for `eval` in a shell.
std::string as_env(const Chosen& chosen, const po::variables_map& given);
/// One call for each kernel of CLBlast's, for the largest problem that was tuned.
std::string as_clblast(const Chosen& chosen, const po::variables_map& given);

}  // namespace hone::cli
