// SPDX-License-Identifier: MIT
// A word is first looked up as the name of a kernel, then as the id of a run.
#include "tuner/cli/database/db_forget.hpp"

#include <fmt/format.h>

#include "db/store/forget.hpp"
#include "reports/text/quantity.hpp"
#include "spaces/base/error.hpp"
#include "tuner/catalog/kernel_selection.hpp"

namespace hone::cli {
namespace {

std::vector<Run> runs_of_kernel(Store& store, const std::string& name) {
    const auto kernels = store.kernels();
    std::vector<Run> runs = store.runs();
    std::erase_if(runs, [&](const Run& run) { return kernels.at(run.key.kernel).name != name; });
    return runs;
}

std::vector<Run> runs_meant(Store& store, const std::string& word) {
    constexpr std::size_t least = 4;  // characters of an id: one letter may match many runs
    std::vector<Run> runs = runs_of_kernel(store, stored_name(word));
    if (!runs.empty()) return runs;
    runs = store.runs();
    std::erase_if(runs, [&](const Run& run) { return !run.id.starts_with(word); });
    if (runs.size() == 1 && word.size() >= least) return runs;
    throw Error(Exit::usage,
                fmt::format("'{}' is neither a kernel with runs nor the id of one run", word),
                "`hone show` lists the runs");
}

}  // namespace

Cell count_cell(std::int64_t number) {
    return {human::count(number), number};
}

Table forget_words(Store& store, const std::vector<std::string>& words) {
    Table table{{{"forgotten"},
                 {"runs", Align::right},
                 {"trials", Align::right},
                 {"kernels", Align::right}}};
    // One transaction: a word that matches nothing leaves the database unchanged.
    store.in_transaction([&] {
        for (const std::string& word : words) {
            const Forgotten gone = forget(store, runs_meant(store, word));
            table.rows.push_back(
                {word, count_cell(gone.runs), count_cell(gone.trials), count_cell(gone.kernels)});
        }
    });
    return table;
}

Table swept_words(const GarbageCollected& swept, bool dry) {
    Table table{{{"what"}, {"value", Align::right}}};
    table.rows = {{dry ? "trials to remove" : "trials removed", count_cell(swept.trials)},
                  {"trials kept", count_cell(swept.kept)},
                  {"size before", Cell(human::bytes(static_cast<double>(swept.bytes_before)),
                                       swept.bytes_before)}};
    if (!dry)
        table.rows.push_back(
            {"size after",
             Cell(human::bytes(static_cast<double>(swept.bytes_after)), swept.bytes_after)});
    return table;
}

}  // namespace hone::cli
