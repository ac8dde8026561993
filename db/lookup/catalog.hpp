// SPDX-License-Identifier: MIT
// Everything that several databases know for applications, in memory: devices, kernels with their
// recipes, and what was tuned. Files that cannot be read are named with the reason, and what is not
// what was stored is left out.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/lookup/problem_distance.hpp"
#include "db/lookup/tuned_kernel.hpp"
#include "db/lookup/variables.hpp"
#include "db/model/device.hpp"

namespace hone::lookup {

/// A kernel in one version of its texts.
struct Version {
    std::string id;  // of its texts
    std::string name, routine, source;
    std::string source_path;  // the file that comes with hone, where there is one
    Recipe recipe;
    std::int64_t at = 0;  // when a tool last held these texts
    bool newest = false;  // of all with this name

    /// Whether it is CLBlast that runs it: there is nothing to build, only parameters to hand over.
    bool of_clblast() const {
        return !recipe.launches.empty() && recipe.launches[0].entry.starts_with("clblast_");
    }
};

/// What was tuned for one problem, with what every question asks of it.
struct Row {
    std::size_t device = 0, version = 0;
    std::string precision;
    Settings config;
    std::string words;              // of the config, by which it is rejected
    std::vector<Exact> parameters;  // of the config, in the recipe's order
    Point point;                    // of the problem
    std::size_t problem = 0;        // the number that it has in the book, whatever the kernel
    double excess = 0;              // on that problem
    bool fits_there = true;         // its kernel's conditions hold where it was timed
    bool chosen = false;
    bool of_these_texts = true;  // else the kernel was tuned with others
    double ns = 0;
    std::string options, tool, uuid;
};

/// What one config of a cover takes for one problem, beside that problem's best.
struct Covered {
    Point point;
    std::size_t problem = 0;
    double excess = 0;
    double ns = 0, best_ns = 0;
};

/// A config that serves several problems of a device.
struct Cover {
    Row row;  // its point is that of the first problem
    std::vector<Covered> problems;
};

/// Rows that answer the same questions stand together.
inline std::pair<std::size_t, std::string_view> by_shelf(const Row& row) {
    return {row.version, row.precision};
}

struct Book {
    std::vector<Device> devices;
    std::vector<std::string> names;  // of the devices, as kin compares them
    std::vector<Version> versions;
    std::vector<Row> rows;                        // by version, then by precision
    std::map<std::string, std::size_t> problems;  // each problem in words, with its number
    std::vector<Cover> covers;
    std::vector<SkippedDatabase> skipped;
    std::set<std::string, std::less<>> foreign;  // kernels and routines that nobody vouches for
    std::string doubts;  // what is there and could not be believed; for the reason of an answer
};

/// Whose kernels are handed out: those that came with this library, or also those that only a
/// database has.
enum class Trust { installed, stored };

/// Reads the files in this order; of what several have, the first counts.
Book read_book(const std::vector<std::filesystem::path>& files, Trust trust);

/// Whether the word means this kernel: its own name, or its routine's where it can be built.
inline bool means(std::string_view word, const Version& version) {
    return word == version.name || (word == version.routine && !version.of_clblast());
}

/// The problem in the recipe's order, standard values where nothing is given; nothing and a
/// complaint where an argument is given that the recipe does not have.
std::vector<Exact> arguments_of(const Recipe& recipe, const Settings& given,
                                std::string& complaint);

}  // namespace hone::lookup
