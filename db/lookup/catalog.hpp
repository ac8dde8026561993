// SPDX-License-Identifier: MIT
// What several databases know, in memory: devices, kernels with their recipes, and tuned configs. A
// file that cannot be read is listed with the reason. A row whose seal does not match is skipped.
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

/// A kernel with one version of its source and space.
struct KernelVersion {
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

/// A tuned config of one problem, with what every query computes from it.
struct TunedRow {
    std::size_t device = 0, version = 0;
    std::string precision;
    Settings config;
    std::string config_text;         // by which a config is rejected
    std::vector<Number> parameters;  // of the config, in the recipe's order
    ProblemPoint point;              // of the problem
    Settings stored_problem;         // as it was stored, with its words
    std::size_t problem = 0;         // its number in the catalog, the same for all kernels
    double tile_waste = 0;           // on that problem, in log2 of time
    bool conditions_held = true;     // the kernel's conditions held on the device that timed it
    bool chosen = false;
    bool same_source = true;  // tuned with this source; else with another version
    double ns = 0;
    std::string options, tool, uuid;
};

/// The time of one config of a cover on one problem, and the best time of that problem.
struct CoveredProblem {
    ProblemPoint point;
    Settings stored_problem;
    std::size_t problem = 0;
    double tile_waste = 0;
    double ns = 0, best_ns = 0;
};

/// A config that is good for several problems of a device.
struct CoverConfig {
    TunedRow row;  // its point is that of the first problem
    std::vector<CoveredProblem> problems;
};

/// The key by which rows are sorted: a query reads the rows of one kernel version and precision.
inline std::pair<std::size_t, std::string_view> by_version_and_precision(const TunedRow& row) {
    return {row.version, row.precision};
}

struct Catalog {
    std::vector<Device> devices;
    std::vector<std::string> names;  // of the devices, normalized for device_similarity()
    std::vector<KernelVersion> versions;
    std::vector<TunedRow> rows;                   // by version, then by precision
    std::map<std::string, std::size_t> problems;  // number of each problem, by its text
    std::vector<CoverConfig> covers;
    std::vector<SkippedDatabase> skipped;
    std::set<std::string, std::less<>> untrusted;  // kernels and routines that are not trusted
    std::string warnings;  // rows and files that were skipped; part of every answer's reason
};

/// Which kernels are handed out: those installed with this library, or also those that only a
/// database has.
enum class Trust { installed, stored };

/// Reads the files in this order; of what several have, the first counts.
Catalog read_catalog(const std::vector<std::filesystem::path>& files, Trust trust);

/// Whether the word means this kernel: its name, a former one, or its routine's where it can be
/// built.
bool matches(std::string_view word, const KernelVersion& version);

/// The problem's arguments in the recipe's order, with defaults for those not given. An argument
/// that the recipe does not have sets `complaint`.
std::vector<Number> arguments_of(const Recipe& recipe, const Settings& given,
                                 std::string& complaint);

}  // namespace hone::lookup
