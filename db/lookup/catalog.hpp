// SPDX-License-Identifier: MIT
// What several databases know, in memory: devices, kernels with their recipes, and tuned configs; and
// how the tables of one of them are added. A row whose seal does not match is skipped.
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
#include "db/store/steady_timing.hpp"

namespace hone {
class Connection;
}

namespace hone::lookup {

/// A kernel with one version of its source and space.
struct KernelVersion {
    std::string id;  // of its texts
    std::string name, routine;
    SharedText source;
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
    bool chosen = false;
    bool same_source = true;  // tuned with this source; else with another version
    double ns = 0;
    std::string options, tool, uuid;
};

/// A config that was measured under steady load.
struct SteadyRow : TunedRow {
    SteadyTiming steady;
};

/// The time of one config on one problem, as it is stored: most are never looked at.
struct StoredTiming {
    std::size_t device = 0, version = 0;
    std::string precision, problem, config;
    bool chosen = false, same_source = true;
    double ns = 0;
    std::string options, tool, uuid;
    bool right_elsewhere = false;  // it was checked at other sizes, too
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

/// The key by which rows and timings are sorted: a query reads those of one kernel version and
/// precision.
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
    std::vector<KernelVersion> versions;
    std::vector<TunedRow> rows;                   // by version, then by precision
    std::vector<StoredTiming> timings;            // likewise
    std::vector<SteadyRow> steady;                // likewise
    std::map<std::string, std::size_t> problems;  // number of each problem, by its text
    std::vector<CoverConfig> covers;
    std::set<std::pair<std::size_t, std::string>>
        failed;  // configs that once were wrong or failed: version, and config as text
    std::vector<SkippedDatabase> skipped;
    std::set<std::string, std::less<>> untrusted;  // kernels and routines that are not trusted
    std::string no_share;  // why what came with hone was not found, where that is asked for
    std::string warnings;  // rows and files that were skipped; part of every answer's reason
};

/// Which kernels are handed out: those installed with this library, or also those that were named or
/// tuned in the same database, or all that a database has.
enum class Trust { installed, own, stored };

using IndexById = std::map<std::string, std::size_t, std::less<>>;

/// Whether a kernel of this id that a database calls its own is one that this user has chosen.
using IsOwn = std::function<bool(const std::string& kernel)>;

/// The kernels known so far, and whether a database may add more.
struct KnownKernels {
    Trust trust;
    IsOwn is_own;
    IndexById versions;
    std::map<std::string, std::size_t, std::less<>> installed;  // by name, former ones too
};

/// How many rows of a database were not taken: those that do not fit their seals, those of an older hone,
/// and those with build options that only a trusted database may set.
struct LeftOut {
    std::size_t changed = 0;
    std::size_t outdated = 0;
    std::size_t untrusted_options = 0;
};

/// Adds the kernels of a database that came with hone, which has no results.
LeftOut add_kernels(Connection& connection, Catalog& catalog, KnownKernels& known);

/// Adds devices, kernels and results.
LeftOut add_all_tables(Connection& connection, Catalog& catalog, KnownKernels& known);

/// The timing as a row, where today's kernel still has its config and its problem.
std::optional<TunedRow> to_row(const Catalog& catalog, const StoredTiming& timing);

/// Whether the word means this kernel: its name, a former one, or its routine's where it can be
/// built.
bool matches(std::string_view word, const KernelVersion& version);

/// The problem's arguments in the recipe's order, with defaults for those not given. An argument
/// that the recipe does not have is named in `unknown`.
std::vector<Number> arguments_of(const Recipe& recipe, const Settings& given, std::string& unknown);

}  // namespace hone::lookup
