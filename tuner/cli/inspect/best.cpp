// SPDX-License-Identifier: MIT
// `hone best`: the best config of everything that was ever tuned. No device is needed.
#include <array>
#include <map>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;
// The selected bests, and the kernels that they belong to, by id.
struct Bests {
    std::vector<Best> rows;
    std::map<std::string, Kernel> kernels;
};

void declare_best(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL"), "only results of a routine or a kernel");
    add("device,d", single_value("D"),
        "only results of a device: a part of its name, or its index in `hone devices`");
    add("precision,p", single_value("P"), "only results in this precision");
    add("as", single_value("FORMAT")->default_value("table"), "table, markdown, csv or json");
    declare_store(options);
}

double per_second(double amount, const Trial& trial) {
    return amount / (trial.time.median * 1e-9);
}

// The columns that a person compares.
Table readable(const Bests& bests) {
    Table table{{{"device"},
                 {"kernel"},
                 {"problem"},
                 {"time", Align::right},
                 {"rate", Align::right},
                 {"config"}}};
    for (const Best& best : bests.rows)
        table.rows.push_back({best.device, best.kernel,
                              problem_words(best.routine, best.key.precision, best.key.problem,
                                            bests.kernels.at(best.key.kernel).space),
                              with_spread(best.trial.time), rate(best.trial),
                              config_words(best.trial.config)});
    return table;
}

// For programs: every number exactly, every text as it is stored.
Table exact(const Bests& bests) {
    Table table{{{"device"},
                 {"driver"},
                 {"routine"},
                 {"kernel"},
                 {"precision"},
                 {"problem"},
                 {"conditions"},
                 {"config"},
                 {"chosen"},
                 {"median", Align::right, "ns"},
                 {"low", Align::right, "ns"},
                 {"high", Align::right, "ns"},
                 {"rate", Align::right, "flop/s"},
                 {"rate", Align::right, "byte/s"}}};
    const auto cell = [](double number) {
        return Cell(human::count(std::int64_t(number)), number);
    };
    for (const Best& best : bests.rows) {
        const Trial& trial = best.trial;
        table.rows.push_back(
            {best.device, best.driver, best.routine, best.kernel, best.key.precision,
             best.key.problem, best.key.conditions, trial.config, best.chosen ? "yes" : "no",
             cell(trial.time.median), cell(trial.time.low), cell(trial.time.high),
             cell(per_second(trial.flops, trial)), cell(per_second(trial.bytes, trial))});
    }
    return table;
}

Json json(const Bests& bests) {
    Json all = Json::array();
    for (const Best& best : bests.rows) {
        Json one{{"device", best.device},
                 {"driver", best.driver},
                 {"routine", best.routine},
                 {"kernel", best.kernel},
                 {"precision", best.key.precision},
                 {"problem", stored_json(best.key.problem)},
                 {"conditions", stored_json(best.key.conditions)},
                 {"chosen", best.chosen}};
        one.update(trial_json(best.trial));
        one["flop_per_s"] = per_second(best.trial.flops, best.trial);
        one["byte_per_s"] = per_second(best.trial.bytes, best.trial);
        one["run"] = best.trial.run;
        all.push_back(one);
    }
    return all;
}

struct BestFormat {
    std::string_view name;
    void (*print)(const Bests& bests);
};

constexpr std::array best_formats{
    BestFormat{"table", [](const Bests& bests) { fmt::print("{}", as_text(readable(bests))); }},
    BestFormat{"markdown",
               [](const Bests& bests) { fmt::print("{}", as_markdown(readable(bests))); }},
    BestFormat{"csv", [](const Bests& bests) { fmt::print("{}", as_csv(exact(bests))); }},
    BestFormat{"json", [](const Bests& bests) { print_json(json(bests)); }},
};

std::vector<std::string> best_format_names() {
    std::vector<std::string> names;
    for (const BestFormat& format : best_formats) names.emplace_back(format.name);
    return names;
}

Exit run_best(const po::variables_map& given) {
    Bests bests;
    if (const auto store = open_stored(given)) {
        bests = {selected_bests(*store, given), store->kernels()};
        keep_bests_of_device(bests.rows, *store, word_of(given, "device"));
    }
    const std::string name = is_on(given, "json") ? "json" : word_of(given, "as");
    if (bests.rows.empty()) say_nothing_stored(given);
    if (!bests.rows.empty() || name == "json")
        std::ranges::find(best_formats, name, &BestFormat::name)->print(bests);
    return bests.rows.empty() ? Exit::no : Exit::done;
}

constexpr std::array<std::string_view, 1> best_words{"kernel"};
constexpr std::array best_allowed_values{AllowedValues{"kernel", known_words, true},
                                         AllowedValues{"as", best_format_names},
                                         AllowedValues{"precision", known_precisions}};

}  // namespace

extern const Command best_command;
const Command best_command{
    .name = "best",
    .synopsis = "[ROUTINE|KERNEL] [options]",
    .summary = "list the best config of each tuned problem",
    .details =
        R"(Lists the config that tuning chose for each device, kernel, precision and problem in the database,
with its time and its rate. A time is a median with half the width of its 95 % interval. Where no run
has finished yet, the fastest checked config so far is listed. No device is needed.

  hone best
  hone best gemm --precision f32 --as markdown
  hone best --device H200 --as csv > best.csv

CSV and JSON have times in nanoseconds and rates per second. The exit code is 1 when no stored result
matches.
)",
    .declare = declare_best,
    .words = best_words,
    .run = run_best,
    .allowed_values = best_allowed_values,
};

}  // namespace hone::cli
