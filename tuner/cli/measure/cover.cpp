// SPDX-License-Identifier: MIT
// `hone cover`: a few configs that serve many sizes.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "db/sqlite/database_path.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/progress_line.hpp"
#include "tuner/cli/options/campaign_options.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

void declare_cover(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"), "what was tuned for several sizes");
    add("within,w", single_value("PERCENT")->default_value("5"),
        "how much slower than with its own best config a problem may be");
    add("max", single_value("N")->default_value("6"), "use at most N configs");
    add("precision,p", single_value("P"), "default: the first precision that was tuned");
    declare_device(options);
    add("all-devices", po::bool_switch(),
        "find one set of configs for all devices of this machine");
    declare_conditions(options);
    declare_timeouts(options);
    declare_device_claim(options);
    declare_store(options);
}

Json json(const CoverResult& result) {
    const auto& [tuned, times, cover] = result;
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

void print(const CoverResult& result) {
    const auto& [tuned, times, cover] = result;
    const std::vector<double> best = best_times(times);
    Table problems{{{"problem"},
                    {"config", Align::right},
                    {"time", Align::right},
                    {"slower than with its own best", Align::right}}};
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
                    : Cell("not covered")});
    }
    put("{}\n", as_text(problems));
    for (std::size_t i = 0; i < cover.configs.size(); ++i) {
        const auto& [space, config] = tuned.configs[cover.configs[i]];
        put("{}: {}  {}\n", i + 1, space->name, config_words(config_text(*space, config)));
    }
    put("{} of {} problems are covered; on average they are {:.1f} % slower than with their own "
        "best config\n",
        cover.covered, tuned.targets.size(), 100 * (cover.mean - 1));
}

std::vector<LocalDevice> devices_to_cover(const std::string& selector, bool all_of_them) {
    if (all_of_them) return list_devices();
    return {select_device(selector)};
}

Exit run_cover(const po::variables_map& given) {
    const std::vector<Space> spaces = kernels_given(given, "What is to be covered?");
    const CoverOptions options = cover_options(given);
    refuse_redefined_parameters(options.measure, spaces);
    const std::vector<LocalDevice> here =
        devices_to_cover(word_of(given, "device"), is_on(given, "all-devices"));
    Store store(database_path(word_of(given, "db")));
    store.recover();
    const std::string precision = word_of(given, "precision");
    if (tuned_problems(store, spaces, here, precision).configs.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    listen_for_interrupts();
    const DeviceClaim claim(claim_options(given, "cover"), here);
    const CrossTimings tuned = tuned_problems(store, spaces, claim.devices(), precision);
    ProgressLine line(verbosity_of(given));
    const CoverResult result = cover_problems(options, spaces, tuned, line.campaign(store));
    if (interrupted()) return Exit::interrupted;
    if (is_on(given, "json"))
        print_json(json(result));
    else
        print(result);
    return result.cover.covered == tuned.targets.size() ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> cover_words{"kernel"};
constexpr std::array cover_allowed_values{AllowedValues{"kernel", known_words, true},
                                          AllowedValues{"cache", caches},
                                          AllowedValues{"precision", known_precisions}};

}  // namespace

const Command cover_command{
    .name = "cover",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "find few configs that are fast for all tuned sizes",
    .details =
        "Checks the best config of each tuned problem on every other tuned problem, times them "
        "interleaved, and finds the smallest set of configs in which each problem has one that is "
        "at most --within slower than its own best. The set is stored: `hone export --as header` "
        "writes it as a table to compile in. What is measured on the way also counts "
        "in the answers that applications get for sizes between the tuned ones. Where the config "
        "of another problem turns out to be faster than a problem's own best, it becomes its "
        "best.\n"
        "\n"
        "  hone tune gemm --sizes 128,256,512,64x512x512,512x64x512 --time-limit 10s\n"
        "  hone cover gemm --within 5%\n"
        "  hone cover gemm --within 10% --max 3 --all-devices\n"
        "\n"
        "The exit code is 1 when a problem is not covered, or when nothing is stored.\n",
    .declare = declare_cover,
    .words = cover_words,
    .run = run_cover,
    .allowed_values = cover_allowed_values,
};

}  // namespace hone::cli
