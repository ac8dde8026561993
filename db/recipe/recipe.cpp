// SPDX-License-Identifier: MIT
// A table of keywords, each with the function that reads its line.
#include "db/recipe/recipe.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "db/model/canonical_json.hpp"

namespace hone::lookup {
namespace {

struct Line {
    std::string_view name, expression, more;
};

std::string_view take(std::string_view& rest, char end) {
    const std::string_view taken = rest.substr(0, rest.find(end));
    rest.remove_prefix(std::min(taken.size() + 1, rest.size()));
    return taken;
}

void set_role(Recipe& recipe, std::string_view name, Recipe::Role role) {
    if (const auto index = recipe.argument(name)) recipe.arguments[*index].role = role;
}

void read_argument(Recipe& recipe, const Line& line) {
    const Settings default_value = settings_of(line.expression);
    if (default_value.empty()) return;
    const bool is_word = std::holds_alternative<std::string>(default_value[0].second);
    recipe.arguments.push_back(
        {default_value[0], is_word ? Recipe::Role::variant : Recipe::Role::detail});
    recipe.variables.of(line.name);
}

void read_precision(Recipe& recipe, const Line& line) {
    std::int64_t bytes = 0;
    const std::string_view digits = line.expression;
    std::from_chars(digits.data(), digits.data() + digits.size(), bytes);
    std::string_view more = line.more;
    const std::string real(take(more, ' '));
    recipe.precisions.push_back({std::string(line.name), bytes, real, std::string(more)});
}

template <auto tiles>
void read_tile(Recipe& recipe, const Line& line) {
    if (const auto index = recipe.argument(line.name))
        (recipe.*tiles).push_back({*index, Postfix(line.expression, recipe.variables)});
}

void read_former_word(Recipe& recipe, const Line& line) {
    const Settings former = settings_of(line.expression);
    const Settings today = settings_of(line.more);
    if (former.size() == 1 && today.size() == 1)
        recipe.formerly.words.emplace_back(former[0], today[0]);
}

// Skips constraints that never hold: they only stop older libraries, which do not support rewriting
// or loops.
void read_condition(Recipe& recipe, const Line& line) {
    if (line.more == "loops") return;
    if (!recipe.rewrite.empty() && line.expression == "0" && line.more.empty()) return;
    recipe.conditions.push_back(
        {std::string(line.name), Postfix(line.expression, recipe.variables)});
}

template <Postfix Recipe::*cost>
void read_cost(Recipe& recipe, const Line& line) {
    recipe.*cost = Postfix(line.expression, recipe.variables);
}

void read_parameter(Recipe& recipe, const Line& line) {
    recipe.parameters.emplace_back(line.name);
    recipe.values.push_back(settings_of(line.expression));
    recipe.variables.of(line.name);
}

void read_extent(Recipe& recipe, const Line& line) {
    set_role(recipe, line.name, Recipe::Role::extent);
}

void read_variant(Recipe& recipe, const Line& line) {
    set_role(recipe, line.name, Recipe::Role::variant);
}

void read_long_size(Recipe& recipe, const Line& line) {
    recipe.long_sizes.emplace_back(line.name);
}

void read_rewrite(Recipe& recipe, const Line& line) {
    recipe.rewrite = line.name;
}

void read_advice(Recipe& recipe, const Line& line) {
    recipe.advice.push_back({std::string(line.name), Postfix(line.expression, recipe.variables)});
}

void read_launch(Recipe& recipe, const Line& line) {
    recipe.launches.emplace_back().entry = line.name;
}

void read_built_with(Recipe& recipe, const Line& line) {
    recipe.built_with.emplace(std::string(line.name), Postfix(line.expression, recipe.variables));
}

void read_loop(Recipe& recipe, const Line& line) {
    recipe.loops.push_back({std::string(line.name), recipe.variables.of(line.name),
                            Postfix(line.expression, recipe.variables)});
}

/// Reads a line that belongs to the latest launch.
using ReadOfLaunch = void (*)(Recipe& recipe, Recipe::Launch& launch, const Line& line);
template <ReadOfLaunch read>
void of_launch(Recipe& recipe, const Line& line) {
    if (!recipe.launches.empty()) read(recipe, recipe.launches.back(), line);
}

template <std::vector<Postfix> Recipe::Launch::*shape>
void read_shape(Recipe& recipe, Recipe::Launch& launch, const Line& line) {
    (launch.*shape).emplace_back(line.expression, recipe.variables);
}

template <std::optional<Postfix> Recipe::Launch::*condition>
void read_condition_of(Recipe& recipe, Recipe::Launch& launch, const Line& line) {
    launch.*condition = Postfix(line.expression, recipe.variables);
}

void read_loop_of(Recipe& /*recipe*/, Recipe::Launch& launch, const Line& line) {
    launch.loop = line.name;
}

void read_passed(Recipe& /*recipe*/, Recipe::Launch& launch, const Line& line) {
    launch.arguments.emplace_back(line.name);
}

void read_extra(Recipe& recipe, const Line& line) {
    std::string_view more = line.more;
    const std::string kind(take(more, ' '));
    recipe.extras.push_back({kind, std::string(line.name), std::string(more),
                             Postfix(line.expression, recipe.variables)});
}

void read_default_config(Recipe& recipe, const Line& line) {
    recipe.default_configs.push_back(settings_of(line.expression));
}

void read_former_name(Recipe& recipe, const Line& line) {
    recipe.formerly.names.emplace_back(line.name);
}

void read_former_parameter(Recipe& recipe, const Line& line) {
    recipe.formerly.parameters.emplace_back(line.expression, line.name);
}

void read_neutral(Recipe& recipe, const Line& line) {
    for (const Setting& each : settings_of(line.expression))
        recipe.formerly.neutral.push_back(each);
}

bool is_passed(const Recipe& recipe, std::string_view name) {
    return std::ranges::any_of(recipe.launches, [&](const Recipe::Launch& launch) {
        return std::ranges::find(launch.arguments, name) != launch.arguments.end();
    });
}

// The tuner built every product with -DTA and -DTB, even if the space named no variants.
void name_transposes(Recipe& recipe) {
    for (const std::string_view name : {"TA", "TB"})
        if (!is_passed(recipe, name)) set_role(recipe, name, Recipe::Role::variant);
}

struct Keyword {
    std::string_view word;
    void (*read)(Recipe& recipe, const Line& line);
};

constexpr std::array keywords{
    Keyword{"parameter", read_parameter},
    Keyword{"built_with", read_built_with},
    Keyword{"problem", read_argument},
    Keyword{"extent", read_extent},
    Keyword{"variant", read_variant},
    Keyword{"long_size", read_long_size},
    Keyword{"precision", read_precision},
    Keyword{"rewrite", read_rewrite},
    Keyword{"condition", read_condition},
    Keyword{"advice", read_advice},
    Keyword{"local_memory", read_cost<&Recipe::local_memory>},
    Keyword{"flops", read_cost<&Recipe::flops>},
    Keyword{"bytes", read_cost<&Recipe::bytes>},
    Keyword{"passes", read_cost<&Recipe::passes>},
    Keyword{"copied", read_cost<&Recipe::copied>},
    Keyword{"tile", read_tile<&Recipe::tiles>},
    Keyword{"group_tile", read_tile<&Recipe::group_tiles>},
    Keyword{"launch", read_launch},
    Keyword{"loop", read_loop},
    Keyword{"in_loop", of_launch<read_loop_of>},
    Keyword{"local", of_launch<read_shape<&Recipe::Launch::local>>},
    Keyword{"global", of_launch<read_shape<&Recipe::Launch::global>>},
    Keyword{"driver_local", of_launch<read_condition_of<&Recipe::Launch::driver_local>>},
    Keyword{"when", of_launch<read_condition_of<&Recipe::Launch::when>>},
    Keyword{"argument", of_launch<read_passed>},
    Keyword{"extra", read_extra},
    Keyword{"default_config", read_default_config},
    Keyword{"standard", read_default_config},  // its name up to schema 4
    Keyword{"former_name", read_former_name},
    Keyword{"former_parameter", read_former_parameter},
    Keyword{"former_word", read_former_word},
    Keyword{"neutral", read_neutral},
};

}  // namespace

const Recipe::Precision* Recipe::precision(std::string_view name) const {
    const auto found = std::ranges::find(precisions, name, &Precision::name);
    return found == precisions.end() ? nullptr : &*found;
}

std::optional<std::size_t> Recipe::argument(std::string_view name) const {
    const auto found = std::ranges::find_if(
        arguments, [&](const Argument& each) { return each.default_value.first == name; });
    if (found == arguments.end()) return std::nullopt;
    return static_cast<std::size_t>(found - arguments.begin());
}

Recipe read_recipe(std::string_view text, std::string_view routine) {
    Recipe recipe;
    while (!text.empty()) {
        std::string_view rest = take(text, '\n');
        const std::string_view word = take(rest, '\t');
        Line line;
        line.name = take(rest, '\t');
        line.expression = take(rest, '\t');
        line.more = rest;
        const auto keyword = std::ranges::find(keywords, word, &Keyword::word);
        if (keyword != keywords.end()) keyword->read(recipe, line);
    }
    if (routine == "gemm") name_transposes(recipe);
    return recipe;
}

}  // namespace hone::lookup
