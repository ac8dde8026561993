// SPDX-License-Identifier: MIT
// `hone cover`: few configs for many sizes. The best config of every tuned problem is timed on
// every other tuned problem; the smallest set is stored in which each problem has a config that is
// fast enough.
#include "tuner/campaigns/config_cover.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "db/sqlite/database_path.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/cross_timing.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/devices/select_device.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

void declare_cover(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"), "what was tuned for several sizes");
    add("within,w", single_value("PERCENT")->default_value("5"),
        "how much slower than its own best each problem may be");
    add("max", single_value("N")->default_value("6"), "configs at most");
    add("precision,p", single_value("P"), "of what was tuned; its first where none is given");
    declare_device(options);
    add("all-devices", po::bool_switch(), "one set for every device of this machine together");
    declare_conditions(options);
    declare_timeouts(options);
    declare_device_claim(options);
    declare_store(options);
}

void keep(Store& store, const CrossTimings& tuned, const TimeMatrix& times,
          const ConfigCover& cover) {
    const std::vector<double> best = best_times(times);
    std::vector<CoverRow> rows;
    for (const std::size_t c : cover.configs) {
        const auto& [space, config] = tuned.configs[c];
        for (std::size_t p = 0; p < tuned.targets.size(); ++p)
            if (times[c][p] > 0)
                rows.push_back({.device = tuned.targets[p].key.device,
                                .kernel = store.add(kernel_of(*space)),
                                .precision = tuned.targets[p].key.precision,
                                .config = config_text(*space, config),
                                .problem = tuned.targets[p].key.problem,
                                .median_ns = times[c][p],
                                .best_ns = best[p]});
    }
    store.set_cover(tuned.configs.front().space->routine, rows);
}

Json json(const CrossTimings& tuned, const TimeMatrix& times, const ConfigCover& cover) {
    const std::vector<double> best = best_times(times);
    Json answer{{"covered", cover.covered}, {"problems", Json::array()}, {"mean", cover.mean}};
    for (const std::size_t c : cover.configs)
        answer["configs"].push_back(
            {{"kernel", tuned.configs[c].space->name},
             {"config",
              stored_json(config_text(*tuned.configs[c].space, tuned.configs[c].config))}});
    for (std::size_t p = 0; p < tuned.targets.size(); ++p) {
        const std::size_t c = best_config_for(times, cover, p);
        answer["problems"].push_back(
            {{"device", tuned.targets[p].device->device.name},
             {"problem", stored_json(tuned.targets[p].key.problem)},
             {"config", std::ranges::find(cover.configs, c) - cover.configs.begin() + 1},
             {"ns", times[c][p]},
             {"best_ns", best[p]}});
    }
    return answer;
}

void print(const CrossTimings& tuned, const TimeMatrix& times, const ConfigCover& cover) {
    const std::vector<double> best = best_times(times);
    Table problems{{{"problem"},
                    {"config", Align::right},
                    {"time", Align::right},
                    {"slower than its best", Align::right}}};
    for (std::size_t p = 0; p < tuned.targets.size(); ++p) {
        const std::size_t c = best_config_for(times, cover, p);
        const auto number = std::ranges::find(cover.configs, c) - cover.configs.begin() + 1;
        const double ns = times[c][p];
        const bool served = ns > 0;
        problems.rows.push_back(
            {problem_words(tuned.targets[p].problem),
             served ? Cell(fmt::format("{}", number), static_cast<std::int64_t>(number)) : Cell(),
             served ? Cell(human::time(ns), ns) : Cell(),
             served ? Cell(fmt::format("{:.1f} %", 100 * (ns / best[p] - 1)), ns / best[p] - 1)
                    : Cell("not served")});
    }
    fmt::print("{}\n", as_text(problems));
    for (std::size_t i = 0; i < cover.configs.size(); ++i) {
        const auto& [space, config] = tuned.configs[cover.configs[i]];
        fmt::print("{}: {}  {}\n", i + 1, space->name, config_words(config_text(*space, config)));
    }
    fmt::print("{} of {} problems are served, {:.1f} % slower than by their own best on average\n",
               cover.covered, tuned.targets.size(), 100 * (cover.mean - 1));
}

std::vector<LocalDevice> devices_to_cover(const po::variables_map& given) {
    return is_on(given, "all-devices")
               ? all_devices()
               : std::vector<LocalDevice>{select_device(word_of(given, "device"))};
}

Exit run_cover(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "what is to be covered?");
    const double within = read_percentage(word_of(given, "within"), "--within");
    const auto most = static_cast<std::size_t>(read_count(word_of(given, "max"), "--max"));
    const std::vector<LocalDevice> here = devices_to_cover(given);
    Store store(database_path(word_of(given, "db")));
    store.recover();
    CrossTimings tuned;
    std::string precision = word_of(given, "precision");
    for (const LocalDevice& device : here) collect_bests(store, spaces, device, precision, tuned);
    if (tuned.configs.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    listen_for_interrupts();
    const DeviceClaim claim(given, "cover", here);
    const TimeMatrix times = time_all(given, store, spaces, tuned);
    if (interrupted()) return Exit::interrupted;
    const ConfigCover cover = smallest_cover(times, within, most);
    keep(store, tuned, times, cover);
    if (is_on(given, "json"))
        print_json(json(tuned, times, cover));
    else
        print(tuned, times, cover);
    return cover.covered == tuned.targets.size() ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> cover_words{"kernel"};
constexpr std::array cover_allowed_values{AllowedValues{"kernel", known_words, true},
                                          AllowedValues{"cache", caches},
                                          AllowedValues{"precision", known_precisions}};

}  // namespace

extern const Command cover_command;
const Command cover_command{
    .name = "cover",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "find few configs that serve all tuned sizes",
    .details =
        "Tries the best config of each problem that was tuned on this device on every other one, "
        "checked and timed side by side, and finds the smallest set of configs in which each "
        "problem has one that takes at most so many percent more than its own best. The set is "
        "stored: `hone export --as header` writes it as a table to compile in. What is measured on "
        "the way counts for what an application is told at sizes between the tuned ones.\n"
        "\n"
        "  hone tune gemm --sizes 128,256,512,64x512x512,512x64x512 --time-limit 10s\n"
        "  hone cover gemm --within 5%\n"
        "  hone cover gemm --within 10% --max 3 --all-devices\n"
        "\n"
        "It ends with 1 when a problem is not served, or when nothing is stored.\n",
    .declare = declare_cover,
    .words = cover_words,
    .run = run_cover,
    .allowed_values = cover_allowed_values,
};

}  // namespace hone::cli
