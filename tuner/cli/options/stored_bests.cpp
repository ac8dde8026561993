// SPDX-License-Identifier: MIT
// The store may hold results of many devices, most of which are not in this machine.
#include "tuner/cli/options/stored_bests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "db/device/name_match.hpp"
#include "db/sqlite/database_path.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/select_device.hpp"

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

// The word, and what a kernel of this name was called before.
std::set<std::string> names_meant(const std::string& word) {
    std::set<std::string> names{word};
    const auto shipped = shipped_spaces();
    if (std::ranges::find(shipped, word) == shipped.end()) return names;
    for (const std::string& former : read_space(find_space(word)).formerly.names)
        names.insert(former);
    return names;
}

}  // namespace

std::unique_ptr<Store> open_stored(const po::variables_map& given) {
    const std::filesystem::path file = database_path(word_of(given, "db"));
    if (!std::filesystem::exists(file)) return nullptr;
    return std::make_unique<Store>(file, Access::read);
}

std::vector<Best> selected_bests(Store& store, const po::variables_map& given) {
    std::vector<Best> bests = store.bests(
        {.device = {}, .kernel = {}, .routine = {}, .precision = word_of(given, "precision")});
    const std::string word = word_of(given, "kernel");
    if (word.empty()) return bests;
    const std::set<std::string> names = names_meant(word);
    std::erase_if(bests, [&](const Best& best) {
        return !names.contains(best.kernel) && best.routine != word;
    });
    return bests;
}

void keep_bests_of_device(std::vector<Best>& bests, Store& store, const std::string& word) {
    if (word.empty()) return;
    const std::set<std::string> meant = devices_named(store, word);
    std::erase_if(bests, [&](const Best& best) { return !meant.contains(best.key.device); });
}

void say_nothing_stored(const po::variables_map& given) {
    std::string asked;
    for (const char* option : {"kernel", "precision", "device"})
        if (const std::string word = word_of(given, option); !word.empty())
            asked += (asked.empty() ? "" : " ") + word;
    const std::string file = database_path(word_of(given, "db")).string();
    say(asked.empty() ? fmt::format("hone: nothing is tuned yet in {}", file)
                      : fmt::format("hone: no tuned result matches {} in {}", asked, file));
    const std::string word = word_of(given, "kernel");
    say(fmt::format("run `hone tune {}`", word.empty() ? "reduction" : word));
}

}  // namespace hone::cli
