// SPDX-License-Identifier: MIT
// `hone cover`: few configs for many sizes. Every tuned problem's best is tried on every other
// tuned problem, and the smallest set is kept in which each problem finds one that is good enough.
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
    add("kernel", one("ROUTINE|KERNEL|FILE"), "what was tuned for several sizes");
    add("within,w", one("PERCENT")->default_value("5"),
        "how much slower than its own best each problem may be");
    add("max", one("N")->default_value("6"), "configs at most");
    add("precision,p", one("P"), "of what was tuned; its first where none is given");
    declare_device(options);
    add("all-devices", po::bool_switch(), "one set for every device of this machine together");
    declare_conditions(options);
    declare_limits(options);
    declare_claim(options);
    declare_store(options);
}

void keep(Store& store, const Crossing& tuned, const Times& times, const CoverChoice& choice) {
    const std::vector<double> best = best_of(times);
    std::vector<CoverRow> cover;
    for (const std::size_t c : choice.configs) {
        const auto& [space, config] = tuned.configs[c];
        for (std::size_t p = 0; p < tuned.places.size(); ++p)
            if (times[c][p] > 0)
                cover.push_back({.device = tuned.places[p].key.device,
                                 .kernel = store.add(kernel_of(*space)),
                                 .precision = tuned.places[p].key.precision,
                                 .config = config_text(*space, config),
                                 .problem = tuned.places[p].key.problem,
                                 .median_ns = times[c][p],
                                 .best_ns = best[p]});
    }
    store.set_cover(tuned.configs.front().space->routine, cover);
}

Json json(const Crossing& tuned, const Times& times, const CoverChoice& choice) {
    const std::vector<double> best = best_of(times);
    Json answer{{"covered", choice.covered}, {"problems", Json::array()}, {"mean", choice.mean}};
    for (const std::size_t c : choice.configs)
        answer["configs"].push_back(
            {{"kernel", tuned.configs[c].space->name},
             {"config",
              stored_json(config_text(*tuned.configs[c].space, tuned.configs[c].config))}});
    for (std::size_t p = 0; p < tuned.places.size(); ++p) {
        const std::size_t c = server_of(times, choice, p);
        answer["problems"].push_back(
            {{"device", tuned.places[p].device->device.name},
             {"problem", stored_json(tuned.places[p].key.problem)},
             {"config", std::ranges::find(choice.configs, c) - choice.configs.begin() + 1},
             {"ns", times[c][p]},
             {"best_ns", best[p]}});
    }
    return answer;
}

void print(const Crossing& tuned, const Times& times, const CoverChoice& choice) {
    const std::vector<double> best = best_of(times);
    Table problems{{{"problem"},
                    {"config", Align::right},
                    {"time", Align::right},
                    {"slower than its best", Align::right}}};
    for (std::size_t p = 0; p < tuned.places.size(); ++p) {
        const std::size_t c = server_of(times, choice, p);
        const auto number = std::ranges::find(choice.configs, c) - choice.configs.begin() + 1;
        const double ns = times[c][p];
        const bool served = ns > 0;
        problems.rows.push_back(
            {problem_words(tuned.places[p].problem),
             served ? Cell(fmt::format("{}", number), static_cast<std::int64_t>(number)) : Cell(),
             served ? Cell(human::time(ns), ns) : Cell(),
             served ? Cell(fmt::format("{:.1f} %", 100 * (ns / best[p] - 1)), ns / best[p] - 1)
                    : Cell("not served")});
    }
    fmt::print("{}\n", as_text(problems));
    for (std::size_t i = 0; i < choice.configs.size(); ++i) {
        const auto& [space, config] = tuned.configs[choice.configs[i]];
        fmt::print("{}: {}  {}\n", i + 1, space->name, config_words(config_text(*space, config)));
    }
    fmt::print("{} of {} problems are served, {:.1f} % slower than by their own best on average\n",
               choice.covered, tuned.places.size(), 100 * (choice.mean - 1));
}

std::vector<Found> devices_to_cover(const po::variables_map& given) {
    return is_on(given, "all-devices")
               ? all_devices()
               : std::vector<Found>{select_device(word_of(given, "device"))};
}

Exit run_cover(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "what is to be covered?");
    const double within = read_percentage(word_of(given, "within"), "--within");
    const auto most = static_cast<std::size_t>(read_count(word_of(given, "max"), "--max"));
    const std::vector<Found> here = devices_to_cover(given);
    Store store(database_path(word_of(given, "db")));
    store.recover();
    Crossing tuned;
    std::string precision = word_of(given, "precision");
    for (const Found& device : here) collect(store, spaces, device, precision, tuned);
    if (tuned.configs.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    listen_for_interrupts();
    const Claim claim(given, "cover", here);
    const Times times = measure_all(given, store, spaces, tuned);
    if (interrupted()) return Exit::interrupted;
    const CoverChoice choice = smallest_cover(times, within, most);
    keep(store, tuned, times, choice);
    if (is_on(given, "json"))
        print_json(json(tuned, times, choice));
    else
        print(tuned, times, choice);
    return choice.covered == tuned.places.size() ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> cover_words{"kernel"};
constexpr std::array cover_choices{Choice{"kernel", known_words, true}, Choice{"cache", caches},
                                   Choice{"precision", known_precisions}};

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
        "stored: `hone export --as header` writes it as a table to compile in, and an application "
        "that asks for a size between the tuned ones gets the config of the set that is expected "
        "to lose least.\n"
        "\n"
        "  hone tune gemm --sizes 128,256,512,64x512x512,512x64x512 --time-limit 10s\n"
        "  hone cover gemm --within 5%\n"
        "  hone cover gemm --within 10% --max 3 --all-devices\n"
        "\n"
        "It ends with 1 when a problem is not served, or when nothing is stored.\n",
    .declare = declare_cover,
    .words = cover_words,
    .run = run_cover,
    .choices = cover_choices,
};

}  // namespace hone::cli
