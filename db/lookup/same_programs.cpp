// SPDX-License-Identifier: MIT
// Changes one parameter at a time: a model that predicts one step well predicts three steps badly.
#include "db/lookup/same_programs.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "db/model/canonical_json.hpp"
#include "db/recipe/config_check.hpp"
#include "db/recipe/launch_geometry.hpp"

namespace hone::lookup {
namespace {

/// A parameter that programs read at run time and that shapes the launch.
struct RunTimeParameter {
    std::size_t number = 0;                    // in the recipe's order
    std::map<Setting, Settings> right_values;  // and the build setting of each
};

std::vector<RunTimeParameter> run_time_parameters(const Recipe& recipe,
                                                  std::span<const ModelConfig> timed) {
    std::vector<RunTimeParameter> all;
    for (std::size_t p = 0; p < recipe.parameters.size(); ++p) {
        if (!recipe.built_with.contains(recipe.parameters[p]) || !shapes_launch(recipe, p))
            continue;
        RunTimeParameter parameter{.number = p, .right_values = {}};
        for (const ModelConfig& config : timed) {
            const Setting& value = config.row.config[p];
            if (config.right_elsewhere && !parameter.right_values.contains(value))
                parameter.right_values.emplace(value, built_with(recipe, {value}));
        }
        all.push_back(std::move(parameter));
    }
    return all;
}

/// The config with another value, as an unmeasured row.
TunedRow changed(const TunedRow& row, std::size_t parameter, const Setting& value) {
    TunedRow other = row;
    other.config[parameter] = value;
    other.config_text = joined(other.config);
    other.parameters[parameter] = value_of(value);
    other.chosen = false;
    return other;
}

}  // namespace

std::vector<ModelConfig> of_same_programs(const Catalog& catalog,
                                          std::span<const ModelConfig> timed) {
    std::vector<ModelConfig> found;
    if (timed.empty()) return found;
    const Recipe& recipe = catalog.versions[timed.front().row.version].recipe;
    if (std::ranges::any_of(recipe.values, &Settings::empty)) return found;  // from an older hone
    const auto parameters = run_time_parameters(recipe, timed);
    std::set<std::pair<std::string, std::string>> known;  // config and build options
    for (const ModelConfig& config : timed)
        known.emplace(config.row.config_text, config.row.options);
    for (std::size_t c = 0; c < timed.size(); ++c) {
        const ModelConfig& config = timed[c];
        if (!config.right_elsewhere || !config.learned) continue;
        for (const RunTimeParameter& parameter : parameters) {
            const auto& right = parameter.right_values;
            const Settings& built = right.at(config.row.config[parameter.number]);
            for (const auto& [value, built_as] : right) {
                if (built_as != built) continue;
                TunedRow row = changed(config.row, parameter.number, value);
                if (catalog.failed.contains({row.version, row.config_text}) ||
                    !known.emplace(row.config_text, row.options).second)
                    continue;
                found.push_back({.row = std::move(row),
                                 .problems = {},
                                 .similarity = config.similarity,
                                 .right_elsewhere = true,
                                 .learned = true,
                                 .program_of = c});
            }
        }
    }
    return found;
}

}  // namespace hone::lookup
