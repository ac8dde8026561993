// SPDX-License-Identifier: MIT
// `hone compare A B`: compares two devices, or one device before and after a driver update. Needs
// no device.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "db/sqlite/database_path.hpp"
#include "reports/evidence/comparison.hpp"
#include "reports/evidence/sources.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"

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

std::string short_id(const std::string& id) {
    constexpr std::size_t shown = 8;
    return id.substr(0, shown);
}

std::string name_of(const Evidence& evidence, const std::string& id) {
    const Device& device = evidence.devices.at(id);
    return fmt::format("{} {} ({})", device.name, device.driver, short_id(id));
}

std::string available_words(const auto& names) {
    return names.empty() ? "the database has none"
                         : fmt::format("available: {}", fmt::join(names, "; "));
}

// The device that the words select; they must select exactly one.
std::string device_called(const Evidence& evidence, const std::string& words) {
    const std::vector<std::string> ids = devices_called(evidence, words);
    if (ids.size() == 1) return ids.front();
    std::vector<std::string> names;
    for (const std::string& id : ids) names.push_back(name_of(evidence, id));
    if (!ids.empty())
        throw Error(
            Exit::usage,
            fmt::format("'{}' matches several devices: {}", words, fmt::join(names, "; ")),
            "use the name that reports have, a word of the driver, or the beginning of the id");
    for (const std::string& id : evidence.devices_in_order())
        names.push_back(evidence.labels.at(id));
    throw Error(Exit::usage, fmt::format("'{}': no stored device matches", words),
                names.empty() ? "the database is empty"
                              : fmt::format("available: {}", fmt::join(names, "; ")));
}

std::string word_needed(const po::variables_map& given, const char* which) {
    if (given.count(which) != 0) return word_of(given, which);
    throw Error(Exit::usage, "name two devices to compare",
                "for example `hone compare H200 Xeon`; `hone best` lists stored results");
}

// The two values that a comma separates; two empty ones if the option is not given.
std::array<std::string, 2> pair_of(const po::variables_map& given, const char* option) {
    const std::string words = word_of(given, option);
    if (words.empty()) return {};
    const std::size_t comma = words.find(',');
    if (comma == std::string::npos || comma == 0 || comma + 1 == words.size())
        throw Error(Exit::usage, fmt::format("--{} '{}': two values are needed", option, words),
                    fmt::format("for example --{} OLD,NEW", option));
    return {words.substr(0, comma), words.substr(comma + 1)};
}

bool is_of(const Kernel& kernel, const std::string& routine) {
    return routine.empty() || kernel.routine == routine || kernel.name == routine;
}

// "gemm_tile cbe137c5": a version of a kernel that has results.
std::string words_of_text(const std::string& id, const Kernel& kernel) {
    return fmt::format("{} {}", kernel.name, short_id(id));
}

void expect_one_text(Store& store, const EvidenceFilter& filter) {
    if (filter.kernel_text.empty()) return;
    const auto kernels = store.kernels();
    std::set<std::string> available;
    std::set<std::string> matching;
    for (const Run& run : store.runs()) {
        const Kernel& kernel = kernels.at(run.key.kernel);
        if (!is_of(kernel, filter.routine)) continue;
        available.insert(words_of_text(run.key.kernel, kernel));
        if (run.key.kernel.starts_with(filter.kernel_text))
            matching.insert(words_of_text(run.key.kernel, kernel));
    }
    if (matching.empty())
        throw Error(
            Exit::usage,
            fmt::format("--kernel-text '{}': no stored result is of this text", filter.kernel_text),
            available_words(available));
    if (matching.size() > 1)
        throw Error(Exit::usage,
                    fmt::format("--kernel-text '{}' matches several texts: {}", filter.kernel_text,
                                fmt::join(matching, "; ")),
                    "use more of the id");
}

void expect_stored_version(Store& store, const std::string& version) {
    constexpr std::string_view tool = "hone ";
    if (version.empty()) return;
    std::set<std::string> available;
    for (const Run& run : store.runs())
        if (run.tool.starts_with(tool)) available.insert(run.tool.substr(tool.size()));
    if (!available.contains(version))
        throw Error(
            Exit::usage,
            fmt::format("--hone-version '{}': no stored result is of this version", version),
            available_words(available));
}

// One side of the comparison: a device, or its results from one database, source or hone version.
struct Side {
    Evidence evidence;
    std::string device;  // its id
    std::string name;    // "NVIDIA H200 580.159.04 (1a2b3c4d)"
    std::string words;   // "NVIDIA H200 with hone 0.2.0"
};

Side side_of(const std::vector<std::filesystem::path>& files, const EvidenceFilter& filter,
             const std::string& device) {
    const auto store = open_sources(files);
    expect_one_text(*store, filter);
    expect_stored_version(*store, filter.hone_version);
    Side side{load_evidence(*store, {filter.routine, {}}), "", "", ""};
    side.device = device_called(side.evidence, device);
    side.name = name_of(side.evidence, side.device);
    side.words = side.evidence.labels.at(side.device);
    if (!filter.kernel_text.empty()) side.words += " with the text " + filter.kernel_text;
    if (!filter.hone_version.empty()) side.words += " with hone " + filter.hone_version;
    if (!filter.kernel_text.empty() || !filter.hone_version.empty())
        side.evidence = load_evidence(*store, filter);
    return side;
}

std::array<Side, 2> sides_given(const po::variables_map& given) {
    using Paths = std::vector<std::filesystem::path>;
    const std::string first = word_needed(given, "first");
    const std::string second = word_needed(given, "second");
    Paths files;
    for (const std::string& file : words_of(given, "database")) files.emplace_back(file);
    if (files.empty()) files.push_back(database_path(word_of(given, "db")));
    const std::string old_file = word_of(given, "before");
    const auto texts = pair_of(given, "kernel-text");
    const auto versions = pair_of(given, "hone-version");
    const std::string routine = word_of(given, "routine");
    std::array sides{side_of(old_file.empty() ? files : Paths{old_file},
                             {routine, {}, texts[0], versions[0]}, first),
                     side_of(files, {routine, {}, texts[1], versions[1]}, second)};
    const auto& [before, after] = sides;
    if (before.device == after.device && old_file.empty() && texts[0] == texts[1] &&
        versions[0] == versions[1])
        throw Error(
            Exit::usage,
            fmt::format("'{}' and '{}' are the same device: {}", first, second, before.name),
            "name another device, or what changed: --before FILE, --kernel-text OLD,NEW "
            "or --hone-version OLD,NEW");
    return sides;
}

Exit run_compare(const po::variables_map& given) {
    const auto [before, after] = sides_given(given);
    const auto all = compare(before.evidence, before.device, after.evidence, after.device,
                             read_share(word_of(given, "margin"), "--margin"));
    if (is_on(given, "json"))
        put("{}", as_json(as_table(all)));
    else if (!all.empty())
        put("{}", as_text(as_table(all)));
    say(all.empty() ? std::string("hone: no problem was tuned on both")
                    : fmt::format("hone: {} is {}", after.words, verdict_words(all)));
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
is compared by naming it twice, with --before, --kernel-text or --hone-version. `hone show RUN` prints
the id of the text that a run measured. No device is needed.

  hone compare H200 Xeon
  hone compare "H200 570.86" "H200 580.65"
  hone compare H200 Xeon laptop.db server.db --routine gemm
  hone compare H200 H200 new.db --before old.db
  hone compare H200 H200 --hone-version 0.1.0,0.2.0

Exit codes, for use in CI: 0 when the second is slower for no problem, 1 when it is slower for any
problem or no problem was tuned on both, 2 for a name, text or version that selects nothing or
several, 3 for a database that cannot be read.
)",
    .declare = declare_compare,
    .words = compare_words,
    .run = run_compare,
    .allowed_values = compare_allowed_values,
};

}  // namespace hone::cli
