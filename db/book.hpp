// SPDX-License-Identifier: MIT
// Everything that several databases know for applications, in memory: devices, kernels with their
// recipes, and what was tuned. Files that cannot be read are named with the reason.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "db/recipe.hpp"
#include "db/tuned.hpp"

namespace hone::lookup {

/// A kernel in one version of its texts.
struct Version {
    std::string name, routine, source;
    Recipe recipe;
    std::int64_t at = 0;  // when a tool last held these texts
    bool newest = false;  // of all with this name

    /// Whether it is CLBlast that runs it: there is nothing to build, only parameters to hand over.
    bool of_clblast() const {
        return !recipe.launches.empty() && recipe.launches[0].entry.starts_with("clblast_");
    }
};

/// What was tuned for one problem.
struct Row {
    std::size_t device = 0, version = 0;
    std::string precision;
    Settings config;
    std::vector<Exact> arguments;   // of the problem, in the recipe's order
    std::vector<Exact> parameters;  // of the config, in the recipe's order
    bool chosen = false;
    double ns = 0;
    std::string options, tool, uuid;
};

/// What one config of a cover takes for one problem, beside that problem's best.
struct Covered {
    std::vector<Exact> arguments;
    double ns = 0, best_ns = 0;
};

/// A config that serves several problems of a device.
struct Cover {
    Row row;  // its arguments are those of the first problem
    std::vector<Covered> problems;
};

struct Book {
    std::vector<Device> devices;
    std::vector<std::string> names;  // of the devices, as kin compares them
    std::vector<Version> versions;
    std::vector<Row> rows;
    std::vector<Cover> covers;
    std::vector<Tuned::Skipped> skipped;
};

/// Reads the files in this order; of what several have, the first counts.
Book read_book(const std::vector<std::filesystem::path>& files);

/// Whether the word means this kernel: its own name, or its routine's where it can be built.
inline bool means(std::string_view word, const Version& version) {
    return word == version.name || (word == version.routine && !version.of_clblast());
}

/// The value that an expression sees.
Exact value_of(const Setting& setting);

/// The problem in the recipe's order, standard values where nothing is given; nothing and a
/// complaint where an argument is given that the recipe does not have.
std::vector<Exact> arguments_of(const Recipe& recipe, const Settings& given,
                                std::string& complaint);

}  // namespace hone::lookup
