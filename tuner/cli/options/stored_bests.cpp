// SPDX-License-Identifier: MIT
// The store may hold results of many devices, most of which are not in this machine.
#include "tuner/cli/options/stored_bests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <set>

#include "db/device/name_match.hpp"
#include "db/sqlite/database_path.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

// Short numbers are indices of this machine's devices, not parts of names.
bool is_index(const std::string& word) {
    return word.size() <= 3 &&
           std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::set<std::string> devices_named(Store& store, const std::string& word) {
    std::set<std::string> ids;
    if (!is_index(word)) {
        for (const auto& [id, device] : store.devices())
            if (name_matches(device, word) || id.starts_with(word)) ids.insert(id);
    }
    if (ids.empty()) ids.insert(id_of(select_device(word).device));
    return ids;
}

// The word, and the former names of a kernel of this name.
std::set<std::string> names_meant(const std::string& word) {
    std::set<std::string> names{stored_name(word)};
    const auto shipped = shipped_spaces();
    if (std::ranges::find(shipped, word) == shipped.end()) return names;
    for (const std::string& former : read_space(find_space(word)).formerly.names)
        names.insert(former);
    return names;
}

Wanted wanted_by(const po::variables_map& given) {
    return {.device = {}, .kernel = {}, .routine = {}, .precision = word_of(given, "precision")};
}

std::string devices_in(Store& store) {
    std::set<std::string> names;
    const auto devices = store.devices();
    for (const Best& best : store.bests(Wanted{})) names.insert(devices.at(best.key.device).name);
    return fmt::format("{}", fmt::join(names, ", "));
}

bool has_only_imports(Store& store) {
    const std::vector<Run> runs = store.runs();
    const auto is_import = [](const Run& run) { return run.source == Source::import; };
    return !runs.empty() && std::ranges::all_of(runs, is_import);
}

// Returns a predicate for results of other kernels and routines; with an empty word it is always
// false.
std::function<bool(const Best&)> other_than(const std::string& word) {
    if (word.empty()) return [](const Best& /*best*/) { return false; };
    return [word, names = names_meant(word)](const Best& best) {
        return !names.contains(best.kernel) && best.routine != word;
    };
}

}  // namespace

std::unique_ptr<Store> open_stored(const po::variables_map& given) {
    const std::filesystem::path file = database_path(word_of(given, "db"));
    if (!std::filesystem::exists(file)) return nullptr;
    return std::make_unique<Store>(file, Access::read);
}

std::vector<Best> selected_bests(Store& store, const po::variables_map& given) {
    std::vector<Best> bests = store.bests(wanted_by(given));
    const auto is_other = other_than(word_of(given, "kernel"));
    std::erase_if(bests, is_other);
    return bests;
}

std::vector<SustainedBest> selected_steady_bests(Store& store, const po::variables_map& given,
                                                 Objective objective) {
    const auto is_other = other_than(word_of(given, "kernel"));
    std::vector<SustainedBest> bests;
    for (SustainedBest& one : store.sustained_timings(wanted_by(given))) {
        const auto value = value_of(one.sustained, objective);
        if (!value || is_other(one.best)) continue;
        const auto known = std::ranges::find_if(
            bests, [&](const SustainedBest& other) { return other.best.key == one.best.key; });
        if (known == bests.end())
            bests.push_back(std::move(one));
        else if (*value < *value_of(known->sustained, objective))
            *known = std::move(one);
    }
    return bests;
}

void keep_bests_of_device(std::vector<Best>& bests, Store& store, const std::string& word) {
    if (word.empty()) return;
    const std::set<std::string> meant = devices_named(store, word);
    std::erase_if(bests, [&](const Best& best) { return !meant.contains(best.key.device); });
}

void say_nothing_stored(const po::variables_map& given) {
    std::string asked;
    for (const char* option : {"kernel", "precision"})
        if (const std::string word = word_of(given, option); !word.empty())
            asked += (asked.empty() ? "" : " ") + word;
    if (const std::string device = word_of(given, "device"); !device.empty())
        asked += (asked.empty() ? "device " : " on device ") + device;
    const std::string file = database_path(word_of(given, "db")).string();
    const std::string objective = given.count("objective") == 0 ? "" : word_of(given, "objective");
    const auto store = open_stored(given);
    const bool has_results = store && !store->bests(Wanted{}).empty();
    const std::string word = word_of(given, "kernel");
    std::string command = fmt::format("hone tune {}", word.empty() ? "reduction" : word);
    if (has_results && !objective.empty() && objective != "time") {
        say(fmt::format("hone: no result in {} was measured by {}", file, objective));
        command += " --objective " + objective;
    } else if (!asked.empty()) {
        say(fmt::format("hone: no tuned result matches {} in {}", asked, file));
    } else if (has_results) {
        say(fmt::format("hone: nothing in {} was tuned on this device; what is there is of {}",
                        file, devices_in(*store)));
    } else if (store && has_only_imports(*store)) {
        say(fmt::format("hone: nothing was tuned in {}; its results are imported", file));
        command = "hone show";
    } else {
        say(fmt::format("hone: nothing is tuned yet in {}", file));
    }
    say(fmt::format("run `{}`", command));
}

}  // namespace hone::cli
