// SPDX-License-Identifier: MIT
// Lists each config with its time after idle periods beside that under load.
#include "tuner/cli/options/sustained_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/evidence/load_point.hpp"
#include "reports/text/table.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

const Trial* trial_of(const SustainedTiming& sustained, const std::vector<Trial>& trials) {
    const auto found = std::ranges::find(trials, sustained.trial, &Trial::id);
    return found == trials.end() ? nullptr : &*found;
}

}  // namespace

std::string objective_of(const Run& run) {
    const auto options = nlohmann::json::parse(run.options, nullptr, false);
    if (!options.is_object() || !options.contains("objective")) return "";
    return options["objective"].is_string() ? options["objective"].get<std::string>() : "";
}

void print_sustained(const std::vector<SustainedTiming>& sustained,
                     const std::vector<Trial>& trials) {
    Table table{load_columns()};
    for (const SustainedTiming& one : sustained)
        if (const Trial* trial = trial_of(one, trials))
            table.rows.push_back(load_cells(load_point(*trial, one)));
    if (!table.rows.empty()) put("\n{}", as_text(table));
}

nlohmann::ordered_json sustained_json(const std::vector<SustainedTiming>& sustained,
                                      const std::vector<Trial>& trials) {
    auto all = nlohmann::ordered_json::array();
    for (const SustainedTiming& one : sustained) {
        const Trial* trial = trial_of(one, trials);
        if (!trial) continue;
        all.push_back(steady_json(one));
        all.back()["config"] = stored_json(trial->config);
    }
    return all;
}

}  // namespace hone::cli
