// SPDX-License-Identifier: MIT
// One parameter at a time: a model that knows a step knows little of three.
#include "db/lookup/same_programs.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "db/model/canonical_json.hpp"
#include "db/recipe/launch_geometry.hpp"

namespace hone::lookup {
namespace {

/// A parameter that programs read at run time, and what of it was right.
struct RunTimeParameter {
    std::size_t number = 0;          // in the recipe's order
    const Postfix* macro = nullptr;  // what programs are built with
    std::set<Setting> right_values;
};

std::vector<RunTimeParameter> run_time_parameters(const Recipe& recipe,
                                                  std::span<const ModelConfig> timed) {
    std::vector<RunTimeParameter> all;
    for (std::size_t p = 0; p < recipe.parameters.size(); ++p) {
        const auto macro = recipe.built_with.find(recipe.parameters[p]);
        if (macro == recipe.built_with.end() || !shapes_launch(recipe, p)) continue;
        RunTimeParameter parameter{.number = p, .macro = &macro->second, .right_values = {}};
        for (const ModelConfig& config : timed)
            if (config.right_elsewhere) parameter.right_values.insert(config.row.config.at(p));
        all.push_back(std::move(parameter));
    }
    return all;
}

/// The config with another value, as a row that nobody measured.
TunedRow changed(const TunedRow& row, std::size_t parameter, const Setting& value) {
    TunedRow other = row;
    other.config[parameter] = value;
    other.config_text = joined(other.config);
    other.parameters[parameter] = value_of(value);
    other.chosen = false;
    return other;
}

/// Whether both configs are built with the same macros.
bool share_program(const Recipe& recipe, const RunTimeParameter& parameter, const TunedRow& a,
                   const TunedRow& b) {
    const auto macro = [&](const TunedRow& row) {
        std::vector<Number> variables = row.parameters;
        variables.resize(recipe.variables.names().size(), Fault::not_a_number);
        return parameter.macro->value(variables);
    };
    return macro(a) == macro(b);
}

}  // namespace

std::vector<ModelConfig> of_same_programs(const Catalog& catalog,
                                          std::span<const ModelConfig> timed) {
    std::vector<ModelConfig> found;
    if (timed.empty()) return found;
    const Recipe& recipe = catalog.versions[timed.front().row.version].recipe;
    const auto parameters = run_time_parameters(recipe, timed);
    std::set<std::pair<std::string, std::string>> known;  // config and build options
    for (const ModelConfig& config : timed)
        known.emplace(config.row.config_text, config.row.options);
    for (std::size_t c = 0; c < timed.size(); ++c) {
        const ModelConfig& config = timed[c];
        if (!config.right_elsewhere || !config.learned) continue;
        for (const RunTimeParameter& parameter : parameters) {
            for (const Setting& value : parameter.right_values) {
                TunedRow row = changed(config.row, parameter.number, value);
                if (!share_program(recipe, parameter, config.row, row) ||
                    catalog.failed.contains({row.version, row.config_text}) ||
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
