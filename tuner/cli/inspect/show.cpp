// SPDX-License-Identifier: MIT
// `hone show`: lists all runs, or prints everything that is stored of one run.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "db/store/run_process.hpp"
#include "reports/text/table.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/inspect/show_view.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t shown_of_id = 10;  // characters: enough to identify one run among many

void declare_show(po::options_description& options) {
    auto add = options.add_options();
    add("run", single_value("RUN|KERNEL"),
        "the id of a run, or its beginning; or a kernel, whose runs are listed; by default all "
        "runs");
    add("trials,n", single_value("N")->default_value("0"),
        "also list the N fastest configs of the run");
    add("failed", single_value("N")->default_value("0"),
        "also list N failed configs of the run, with their messages");
    declare_store(options);
}

Table run_table(Store& store, const std::vector<Run>& runs) {
    const auto devices = store.devices();
    const auto kernels = store.kernels();
    Table table{
        {{"run"}, {"started"}, {"kernel"}, {"problem"}, {"device"}, {"strategy"}, {"state"}}};
    for (const Run& run : runs) {
        const Kernel& kernel = kernels.at(run.key.kernel);
        table.rows.push_back(
            {run.id.substr(0, shown_of_id), when(run.started), kernel.name,
             problem_words(kernel.routine, run.key.precision, run.key.problem, kernel.space),
             devices.at(run.key.device).name, run.strategy,
             run.source == Source::import ? "imported" : state_words(run)});
    }
    return table;
}

Json runs_json(Store& store, const std::vector<Run>& runs) {
    const auto devices = store.devices();
    const auto kernels = store.kernels();
    Json all = Json::array();
    for (const Run& run : runs) {
        all.push_back({{"run", run.id},
                       {"started_ms", run.started},
                       {"kernel", kernels.at(run.key.kernel).name},
                       {"routine", kernels.at(run.key.kernel).routine},
                       {"precision", run.key.precision},
                       {"problem", stored_json(run.key.problem)},
                       {"device", devices.at(run.key.device).name},
                       {"strategy", run.strategy},
                       {"state", state_words(run)},
                       {"source", word(run.source)}});
    }
    return all;
}

// The run whose id begins with this text.
Run run_called(Store& store, const std::string& beginning) {
    std::vector<Run> runs = store.runs();
    std::erase_if(runs, [&](const Run& run) { return !run.id.starts_with(beginning); });
    if (runs.size() == 1) return runs.front();
    if (runs.empty())
        throw Error(Exit::usage, fmt::format("there is no run {}", beginning),
                    "`hone show` lists the runs");
    std::vector<std::string> ids;
    for (const Run& run : runs) ids.push_back(run.id);
    throw Error(Exit::usage,
                fmt::format("the ids of {} runs begin with {}", runs.size(), beginning),
                fmt::format("{}", fmt::join(ids, "\n")));
}

std::size_t number_of(const po::variables_map& given, const char* option) {
    return static_cast<std::size_t>(
        read_count(word_of(given, option), fmt::format("--{}", option)));
}

Exit show_all(Store& store, const std::vector<Run>& runs, bool as_json) {
    if (as_json)
        print_json(runs_json(store, runs));
    else
        put("{}", as_text(run_table(store, runs)));
    return Exit::done;
}

// The runs of a kernel, by its name or file; empty if the word is not a kernel with runs.
std::vector<Run> runs_of(Store& store, const std::string& word) {
    const auto kernels = store.kernels();
    const std::string name = stored_name(word);
    std::vector<Run> runs = store.runs();
    std::erase_if(runs, [&](const Run& run) { return kernels.at(run.key.kernel).name != name; });
    return runs;
}

Exit run_show(const po::variables_map& given) {
    const bool as_json = is_on(given, "json");
    const ListLimits limits{.fastest = number_of(given, "trials"),
                            .failed = number_of(given, "failed")};
    const auto store = open_stored(given);
    const bool all = given.count("run") == 0;
    if (all && (!store || store->runs().empty())) {
        if (as_json) print_json(Json::array());
        say("hone: nothing has been tuned yet; try `hone tune reduction`");
        return Exit::no;
    }
    if (!store) throw Error(Exit::usage, "there are no runs yet", "`hone tune` makes runs");
    if (all) return show_all(*store, store->runs(), as_json);
    if (const auto runs = runs_of(*store, word_of(given, "run")); !runs.empty())
        return show_all(*store, runs, as_json);
    const RunDetails details = run_details(*store, run_called(*store, word_of(given, "run")));
    if (as_json)
        print_json(run_details_json(*store, details, limits));
    else
        print_run_details(*store, details, limits);
    return Exit::done;
}

constexpr std::array<std::string_view, 1> show_words{"run"};

}  // namespace

const Command show_command{
    .name = "show",
    .synopsis = "[RUN|KERNEL|FILE] [options]",
    .summary = "list the runs, or show one in detail",
    .details =
        R"(Without RUN it lists all runs, the newest first. With RUN it shows one: what was tuned and how, the
command that repeats it, the outcomes of its trials, the best config and those that are equally fast,
the time of CLBlast in the same run, and how many configs each rule rejected or deferred, with the
result of the audit. The beginning of an id is enough where it is unique. With a kernel's name or file
it lists the runs of that kernel.

  hone show
  hone show gemm_tile
  hone show 3fa1 --trials 10
  hone show 3fa1 --failed 5 --json

The exit code is 1 when nothing has been tuned yet.
)",
    .declare = declare_show,
    .words = show_words,
    .run = run_show,
};

}  // namespace hone::cli
