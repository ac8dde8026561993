// SPDX-License-Identifier: MIT
// `hone best`: the best config of everything that was ever tuned. Needs no device.
#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "db/model/canonical_json.hpp"
#include "db/store/run_process.hpp"
#include "reports/evidence/evidence.hpp"
#include "reports/text/shell_quote.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/inspect/best_view.hpp"
#include "tuner/cli/options/objective_option.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

// Sorts by device and routine, small problems first. If the objective is time, the fastest kernel
// of each problem comes first.
void sort_for_persons(std::vector<Best>& rows, Objective objective) {
    const auto order = [&](const Best& best) {
        const ProblemKey problem{best.routine, best.key.precision, best.key.problem,
                                 best.key.conditions};
        return std::tuple(best.device, best.driver, best.routine, best.key.precision,
                          problem.size(), best.key.problem, best.key.conditions,
                          objective == Objective::time ? best.trial.time.median : 0);
    };
    std::ranges::stable_sort(rows, {}, order);
}

void declare_best(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL"), "only results of a routine or a kernel");
    add("device,d", single_value("D"),
        "only results of a device: a part of its name, or its index in `hone devices`");
    add("precision,p", single_value("P"), "only results in this precision");
    declare_objective(options);
    add("as", single_value("FORMAT")->default_value("table"),
        "table, markdown, csv, json, or env: the parameters as lines of a shell");
    declare_store(options);
}

// Prints the parameters of one result, each as a variable.
void print_variables(const Bests& bests) {
    std::vector<const Best*> winners;
    for (const Best& best : bests.rows)
        if (bests.wins(best)) winners.push_back(&best);
    if (winners.size() != 1)
        throw Error(Exit::usage,
                    fmt::format("--as env: {} results match, and one is needed", winners.size()),
                    "name a kernel or a command, a --device, a --precision; of one size: `hone "
                    "export KERNEL --as env --size …`");
    for (const Setting& setting : settings_of(winners.front()->trial.config))
        put("{}={}\n", setting.first, shell_quoted(text(setting)));
}

struct BestFormat {
    std::string_view name;
    void (*print)(const Bests& bests);
};

constexpr std::array best_formats{
    BestFormat{"table", print_table},
    BestFormat{"markdown", [](const Bests& bests) { put("{}", as_markdown(readable(bests))); }},
    BestFormat{"csv", [](const Bests& bests) { put("{}", as_csv(exact(bests))); }},
    BestFormat{"json", [](const Bests& bests) { print_json(bests_json(bests)); }},
    BestFormat{"env", print_variables},
};

std::vector<std::string> best_format_names() {
    std::vector<std::string> names;
    for (const BestFormat& format : best_formats) names.emplace_back(format.name);
    return names;
}

void say_what_ended_early(Store& store, const std::vector<Best>& bests) {
    const auto early = std::ranges::count_if(bests, [&](const Best& best) {
        const auto run = store.run(best.trial.run);
        return run && ended_early(*run);
    });
    if (early > 0)
        say(fmt::format(
            "hone: {} of {} results are of searches that ended early; the same commands "
            "continue them (`hone show RUN` prints the command)",
            early, bests.size()));
}

Bests bests_by(Objective objective, Store& store, const po::variables_map& given) {
    Bests bests{.rows = {}, .kernels = store.kernels(), .sustained = {}, .objective = objective};
    const auto measured = objective == Objective::time
                              ? store.sustained_timings(Wanted{})
                              : selected_steady_bests(store, given, objective);
    for (const SustainedBest& one : measured)
        bests.sustained.emplace(one.best.trial.id, one.sustained);
    if (objective == Objective::time) bests.rows = selected_bests(store, given);
    if (objective != Objective::time)
        for (const SustainedBest& one : measured) bests.rows.push_back(one.best);
    return bests;
}

Exit run_best(const po::variables_map& given) {
    Bests bests;
    if (const auto store = open_stored(given)) {
        bests = bests_by(objective_given(given), *store, given);
        keep_bests_of_device(bests.rows, *store, word_of(given, "device"));
        say_what_ended_early(*store, bests.rows);
        sort_for_persons(bests.rows, objective_given(given));
    }
    const std::string name = is_on(given, "json") ? "json" : word_of(given, "as");
    if (bests.rows.empty()) say_nothing_stored(given);
    if (!bests.rows.empty() || name == "json")
        std::ranges::find(best_formats, name, &BestFormat::name)->print(bests);
    return bests.rows.empty() ? Exit::no : Exit::done;
}

constexpr std::array<std::string_view, 1> best_words{"kernel"};
constexpr std::array best_allowed_values{
    AllowedValues{"kernel", known_words, true}, AllowedValues{"objective", objective_names},
    AllowedValues{"as", best_format_names}, AllowedValues{"precision", known_precisions}};

}  // namespace

const Command best_command{
    .name = "best",
    .synopsis = "[ROUTINE|KERNEL] [options]",
    .summary = "list the best config of each tuned problem",
    .details =
        R"help(Lists the config that tuning chose for each device, kernel, precision and problem in the database,
with its time and its rate. A time is a median with half the width of its 95 % interval. Where no run
has finished yet, the fastest checked config so far is listed. "wins" marks the kernel that is the
fastest of its routine for the problem, of those that were tuned for it: an application may get another
one that is expected to be faster (`hone export --as env` prints what it gets). On a terminal that is
too narrow for the table, each config stands below its kernel. No device is needed.

With --objective it lists the config that is the best by what `hone tune --objective` measured under
sustained load, with its time, energy, power and clock there.

  hone best
  hone best gemm --precision f32 --as markdown
  hone best --device H200 --as csv > best.csv
  hone best gemm --objective sustained
  eval "$(hone best sorter --as env)"

CSV and JSON have times in nanoseconds and rates per second. `env` prints the parameters of a single
result, each as a variable of a shell. The exit code is 1 when no stored result
matches.
)help",
    .declare = declare_best,
    .words = best_words,
    .run = run_best,
    .allowed_values = best_allowed_values,
};

}  // namespace hone::cli
