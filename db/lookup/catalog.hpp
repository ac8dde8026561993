// SPDX-License-Identifier: MIT
// The content of several databases in memory: devices, kernels with their recipes, and tuned
// configs. Functions here add the tables of one database. A row whose seal does not match is
// skipped.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/lookup/tuned_kernel.hpp"
#include "db/model/device.hpp"
#include "db/recipe/problem_distance.hpp"
#include "db/recipe/variables.hpp"
#include "db/store/sustained_timing.hpp"

namespace hone {
class Connection;
}

namespace hone::lookup {

/// A kernel with one version of its source and space.
struct KernelVersion {
    std::string id;  // hash of source and space
    std::string name, routine;
    SharedText source;
    std::string source_path;  // the file that comes with hone, if there is one
    Recipe recipe;
    std::int64_t at = 0;  // when a tool last had this version
    bool newest = false;  // the newest version with this name

    /// Whether CLBlast runs the kernel: then it is not built; CLBlast only gets its parameters.
    bool of_clblast() const {
        return !recipe.launches.empty() && recipe.launches[0].entry.starts_with("clblast_");
    }
};

/// The time of a config, with its device, kernel version, precision and origin.
struct TimedConfig {
    std::size_t device = 0, version = 0;
    std::string precision;
    bool chosen = false;
    bool same_source = true;  // tuned with this source; false: with another version
    double ns = 0;
    std::string options, tool, uuid;
};

/// A tuned config of one problem, with values that every query needs.
struct TunedRow : TimedConfig {
    Settings config;
    std::string config_text;         // identifies rejected configs
    std::vector<Number> parameters;  // of the config, in the recipe's order
    ProblemPoint point;              // the problem
    Settings stored_problem;         // as stored, with words
    std::size_t problem = 0;         // its number in the catalog, the same for all kernels
};

/// A config that was measured under sustained load.
struct SustainedRow : TunedRow {
    SustainedTiming sustained;
};

/// The time of one config on one problem, in its stored form: most timings are never used.
struct StoredTiming : TimedConfig {
    std::size_t file = 0;  // the index of its database
    std::string problem, config;
    bool right_elsewhere = false;  // it was also checked at other sizes
};

/// The time of one config of a cover on one problem.
struct CoveredProblem {
    ProblemPoint point;
    Settings stored_problem;
    std::size_t problem = 0;
    double ns = 0;
};

/// A config that is good for several problems of a device.
struct CoverConfig {
    TunedRow row;  // its point is that of the first problem
    std::vector<CoveredProblem> problems;
};

/// The sort key of rows and timings: a query reads those of one kernel version and precision.
using VersionAndPrecision = std::pair<std::size_t, std::string_view>;
constexpr auto by_version_and_precision = [](const auto& row) -> VersionAndPrecision {
    return {row.version, row.precision};
};
template <class Row>
std::span<const Row> rows_of(const std::vector<Row>& rows, const VersionAndPrecision& key) {
    const auto first = std::ranges::lower_bound(rows, key, {}, by_version_and_precision);
    return {first, std::ranges::upper_bound(rows, key, {}, by_version_and_precision)};
}

struct Catalog {
    std::vector<Device> devices;
    std::vector<std::string> names;  // of the devices, normalized for device_similarity()
    std::vector<std::string> ids;    // the ids of the devices
    std::size_t files = 0;           // the number of files read
    std::vector<KernelVersion> versions;
    std::vector<TunedRow> rows;                   // by version, then by precision
    std::vector<StoredTiming> timings;            // in the same order
    std::vector<SustainedRow> sustained;          // in the same order
    std::map<std::string, std::size_t> problems;  // number of each problem, by its text
    std::vector<CoverConfig> covers;
    std::set<std::pair<std::size_t, std::string>>
        failed;  // configs that once were wrong or failed: version, and config as text
    std::vector<SkippedDatabase> skipped;
    std::set<std::string, std::less<>> untrusted;  // kernels and routines that are not trusted
    std::string no_share;  // why the installed files were not found, if they are needed
    std::string warnings;  // skipped rows and files; part of every answer's reason
};

/// Which kernels may be used: only the installed ones, also those that were defined or tuned in the
/// same database, or all kernels of a database.
enum class Trust { installed, own, stored };

using IndexById = std::map<std::string, std::size_t, std::less<>>;

/// Whether this user has chosen the kernel with this id, which a database claims as its own.
using IsOwn = std::function<bool(const std::string& kernel)>;

/// The kernels known so far, and whether a database may add others.
struct KnownKernels {
    Trust trust;
    IsOwn is_own;
    IndexById versions;
    std::map<std::string, std::size_t, std::less<>> installed;  // by name, including former names
};

/// The number of skipped rows of a database: rows that do not match their seal, rows of an older
/// hone, and rows with build options that only a trusted database may set.
struct LeftOut {
    std::size_t changed = 0;
    std::size_t outdated = 0;
    std::size_t untrusted_options = 0;
};

/// Adds the kernels of a database that is installed with hone. It has no results.
LeftOut add_kernels(Connection& connection, Catalog& catalog, KnownKernels& known);

/// Adds devices, kernels and results.
LeftOut add_all_tables(Connection& connection, Catalog& catalog, KnownKernels& known);

/// Keeps each measurement once: a trial may be in several databases, such as a user's own and one
/// of the site that it was merged into. `timings` must be sorted.
void keep_each_once(Catalog& catalog);

/// Converts the timing to a row. Returns nullopt if the current kernel does not have its config or
/// its problem.
std::optional<TunedRow> to_row(const Catalog& catalog, const StoredTiming& timing);

/// Whether the word names this kernel: its name, a former name, or its routine if the kernel can be
/// built.
bool matches(std::string_view word, const KernelVersion& version);

/// The problem's arguments in the recipe's order, with defaults for missing ones. An argument that
/// the recipe does not have is returned in `unknown`.
std::vector<Number> arguments_of(const Recipe& recipe, const Settings& given, std::string& unknown);

}  // namespace hone::lookup
