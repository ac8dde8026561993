// SPDX-License-Identifier: MIT
// `hone compare A B`: two devices, or one before and after a driver update. No device is needed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "db/sqlite/database_path.hpp"
#include "reports/evidence/comparison.hpp"
#include "reports/evidence/sources.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

void declare_compare(po::options_description& options) {
    auto add = options.add_options();
    add("first", single_value("A"),
        "a device: words of its name and driver, or the beginning of its id");
    add("second", single_value("B"), "the device to compare with it");
    add("database", repeated_value("FILE"), "the databases to read; by default that of --db");
    add("routine,r", single_value("ROUTINE|KERNEL"), "only results of a routine or a kernel");
    add("before", single_value("FILE"),
        "read A from this database, and B from the others; the two may be one device");
    add("kernel-text", single_value("OLD,NEW"),
        "compare results of two texts of a kernel, by the beginnings of their ids");
    add("hone-version", single_value("OLD,NEW"), "compare results of two versions of hone");
    add("margin", single_value("SHARE")->default_value("5%"),
        "the smallest difference that counts");
    declare_store(options);
}

std::string name_of(const Evidence& evidence, const std::string& id) {
    const Device& device = evidence.devices.at(id);
    return fmt::format("{} {} ({})", device.name, device.driver, id.substr(0, 8));
}

// The one device that the words select.
std::string device_called(const Evidence& evidence, const std::string& words) {
    const std::vector<std::string> ids = devices_called(evidence, words);
    if (ids.size() == 1) return ids.front();
    std::vector<std::string> names;
    for (const std::string& id : ids) names.push_back(name_of(evidence, id));
    if (!ids.empty())
        throw Error(Exit::usage,
                    fmt::format("'{}' matches several devices: {}", words, fmt::join(names, "; ")),
                    "add a word of the driver, or use the beginning of the id");
    for (const auto& [id, label] : evidence.labels) names.push_back(label);
    throw Error(Exit::usage, fmt::format("'{}': no stored device matches", words),
                names.empty() ? "the database is empty"
                              : fmt::format("available: {}", fmt::join(names, "; ")));
}

std::string word_needed(const po::variables_map& given, const char* which) {
    if (given.count(which) != 0) return word_of(given, which);
    throw Error(Exit::usage, "name two devices to compare",
                "for example `hone compare H200 Xeon`; `hone best` lists stored results");
}

// Evidence of what one side of the comparison is read from.
Evidence evidence_of(const std::vector<std::filesystem::path>& files,
                     const EvidenceFilter& filter) {
    const auto store = open_sources(files);
    return load_evidence(*store, filter);
}

// Two values that a comma separates; two empty ones where the option is not given.
std::array<std::string, 2> pair_of(const po::variables_map& given, const char* option) {
    const std::string words = word_of(given, option);
    if (words.empty()) return {};
    const std::size_t comma = words.find(',');
    if (comma == std::string::npos || comma == 0 || comma + 1 == words.size())
        throw Error(Exit::usage, fmt::format("--{} '{}': two values are needed", option, words),
                    fmt::format("for example --{} OLD,NEW", option));
    return {words.substr(0, comma), words.substr(comma + 1)};
}

// What is compared: two devices, or one before and after something.
struct Sides {
    Evidence first, second;
    std::string before, after;  // ids of devices
};

Sides sides_given(const po::variables_map& given) {
    const std::string first = word_needed(given, "first");
    const std::string second = word_needed(given, "second");
    std::vector<std::filesystem::path> files;
    for (const std::string& file : words_of(given, "database")) files.emplace_back(file);
    if (files.empty()) files.push_back(database_path(word_of(given, "db")));
    const std::string old_file = word_of(given, "before");
    const auto kernels = pair_of(given, "kernel-text");
    const auto versions = pair_of(given, "hone-version");
    const std::string routine = word_of(given, "routine");
    Sides sides{evidence_of(old_file.empty() ? files : std::vector<std::filesystem::path>{old_file},
                            {routine, {}, kernels[0], versions[0]}),
                evidence_of(files, {routine, {}, kernels[1], versions[1]}), "", ""};
    sides.before = device_called(sides.first, first);
    sides.after = device_called(sides.second, second);
    if (sides.before == sides.after && old_file.empty() && kernels[0].empty() &&
        versions[0].empty())
        throw Error(Exit::usage,
                    fmt::format("'{}' and '{}' are the same device: {}", first, second,
                                name_of(sides.first, sides.before)),
                    "name another device, or what changed: --before FILE, --kernel-text OLD,NEW "
                    "or --hone-version OLD,NEW");
    return sides;
}

Exit run_compare(const po::variables_map& given) {
    const Sides sides = sides_given(given);
    const auto all = compare(sides.first, sides.before, sides.second, sides.after,
                             read_share(word_of(given, "margin"), "--margin"));
    if (is_on(given, "json"))
        put("{}", as_json(as_table(all)));
    else if (!all.empty())
        put("{}", as_text(as_table(all)));
    say(all.empty() ? std::string("hone: no problem was tuned on both")
                    : fmt::format("hone: {} is {}", sides.second.labels.at(sides.after),
                                  verdict_words(all)));
    const bool slower =
        std::ranges::count(all, Difference::slower, &ComparedProblem::difference) > 0;
    return all.empty() || slower ? Exit::no : Exit::done;
}

constexpr std::array<std::string_view, 3> compare_words{"first", "second", "database..."};
constexpr std::array compare_allowed_values{AllowedValues{"routine", known_words, true}};

}  // namespace

const Command compare_command{
    .name = "compare",
    .synopsis = "A B [DATABASE...] [options]",
    .summary = "compare two devices, or one before and after a change",
    .details =
        R"(Lists each problem that was tuned on both devices, with the best time on each and which is faster,
and ends with a verdict: on how many problems the second is faster, slower or as before, and the
geometric mean of the speedups with half the width of its 95 % interval. Two times are different when
their 95 % intervals do not overlap and their medians differ by more than --margin.

A device is named by exactly its name as reports have it, by words of its name and its driver, or by
the beginning of its id; the same device under two drivers counts as two. What changed on one device
is compared by naming it twice, with --before, --kernel-text or --hone-version. No device is needed.

  hone compare H200 Xeon
  hone compare "H200 570.86" "H200 580.65"
  hone compare H200 Xeon laptop.db server.db --routine gemm
  hone compare H200 H200 new.db --before old.db
  hone compare H200 H200 --hone-version 0.1.0,0.2.0

Exit codes, for use in CI: 0 when the second is slower for no problem, 1 when it is slower for any
problem or no problem was tuned on both, 2 for a name that selects no device or several, 3 for a
database that cannot be read.
)",
    .declare = declare_compare,
    .words = compare_words,
    .run = run_compare,
    .allowed_values = compare_allowed_values,
};

}  // namespace hone::cli
