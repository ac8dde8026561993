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
    add("margin", single_value("SHARE")->default_value("5%"),
        "the smallest difference that counts");
    declare_store(options);
}

// The one device that the words select.
std::string device_called(const Evidence& evidence, const std::string& words) {
    std::vector<std::string> ids;
    std::vector<std::string> names;
    for (const auto& [id, device] : evidence.devices) {
        if (!matches_device(id, device, words)) continue;
        ids.push_back(id);
        names.push_back(fmt::format("{} {} ({})", device.name, device.driver, id.substr(0, 8)));
    }
    if (ids.size() == 1) return ids.front();
    if (!ids.empty())
        throw Error(Exit::usage,
                    fmt::format("'{}' matches several devices: {}", words, fmt::join(names, "; ")),
                    "add a word of the driver, or use the beginning of the id");
    for (const auto& [id, device] : evidence.devices) names.push_back(device.name);
    throw Error(Exit::usage, fmt::format("'{}': no stored device matches", words),
                names.empty() ? "the database is empty"
                              : fmt::format("available: {}", fmt::join(names, "; ")));
}

std::string word_needed(const po::variables_map& given, const char* which) {
    if (given.count(which) != 0) return word_of(given, which);
    throw Error(Exit::usage, "name two devices to compare",
                "for example `hone compare H200 Xeon`; `hone best` lists stored results");
}

Exit run_compare(const po::variables_map& given) {
    const std::string first = word_needed(given, "first");
    const std::string second = word_needed(given, "second");
    std::vector<std::filesystem::path> files;
    for (const std::string& file : words_of(given, "database")) files.emplace_back(file);
    if (files.empty()) files.push_back(database_path(word_of(given, "db")));
    const auto store = open_sources(files);
    const Evidence evidence = load_evidence(*store, {word_of(given, "routine"), {}});
    const auto all =
        compare(evidence, device_called(evidence, first), device_called(evidence, second),
                read_share(word_of(given, "margin"), "--margin"));
    if (is_on(given, "json"))
        fmt::print("{}", as_json(as_table(all)));
    else if (!all.empty())
        fmt::print("{}", as_text(as_table(all)));
    const auto count = [&](Difference difference) {
        return std::ranges::count(all, difference, &ComparedProblem::difference);
    };
    say(all.empty()
            ? std::string("hone: no problem was tuned on both devices")
            : fmt::format("hone: {} is faster on {} of {} problems, slower on {}", second,
                          count(Difference::faster), all.size(), count(Difference::slower)));
    return all.empty() || count(Difference::slower) > 0 ? Exit::no : Exit::done;
}

constexpr std::array<std::string_view, 3> compare_words{"first", "second", "database..."};
constexpr std::array compare_allowed_values{AllowedValues{"routine", known_words, true}};

}  // namespace

extern const Command compare_command;
const Command compare_command{
    .name = "compare",
    .synopsis = "A B [DATABASE...] [options]",
    .summary = "compare two devices, or one device under two drivers",
    .details =
        R"(Lists each problem that was tuned on both devices, with the best time on each and which is faster.
Two times are different when their 95 % intervals do not overlap and their medians differ by more
than --margin. Words of its name and its driver select a device; the same device under two drivers
counts as two. No device is needed.

  hone compare H200 Xeon
  hone compare "H200 570.86" "H200 580.65"
  hone compare H200 Xeon laptop.db server.db --routine gemm

The exit code is 1 when the second device is slower for any problem, or when no problem was tuned on
both.
)",
    .declare = declare_compare,
    .words = compare_words,
    .run = run_compare,
    .allowed_values = compare_allowed_values,
};

}  // namespace hone::cli
