// SPDX-License-Identifier: MIT
// A line for each item that an application needs: keyword, name and expression, separated by tabs.
#include "tuner/catalog/recipe_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include "db/lookup/scalar_type.hpp"
#include "db/model/canonical_json.hpp"
#include "db/model/printable.hpp"
#include "kernels/inputs/struct_layout.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/candidates/candidates.hpp"
#include "spaces/language/postfix.hpp"
#include "tuner/catalog/default_config.hpp"
#include "tuner/catalog/ladder.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

// All values of a parameter, each with the parameter's name.
Settings choices(const Parameter& parameter) {
    Settings all;
    for (const Value& value : parameter.values) all.push_back(setting(parameter.name, value));
    return all;
}

bool is_size(const Space& space, const std::string& name) {
    const bool variant = std::ranges::find(space.variants, name) != space.variants.end();
    const auto found =
        std::ranges::find_if(space.problem, [&](auto& each) { return each.first == name; });
    return !variant && found != space.problem.end() &&
           std::holds_alternative<Number>(found->second);
}

class Recipe {
  public:
    Recipe(const Space& space, const std::string& source) : space_(space) {
        for (const Parameter& parameter : space.parameters)
            line("parameter", parameter.name, canonical(choices(parameter)));
        for (const auto& [name, value] : space.built_with)
            line("built_with", name, to_postfix(value.steps()));
        for (const auto& [name, value] : space.problem)
            line("problem", name, canonical({setting(name, value)}));
        write_precisions();
        write_conditions();
        for (const auto& [name, cost] : space.resources) line(name, "", to_postfix(cost.steps()));
        for (const Loop& loop : space.loops)
            line("loop", loop.name, to_postfix(loop.count.steps()));
        for (const LaunchStep& step : space.launch) write_launch(step);
        write_roles();
        for (const Argument& argument : space.arguments) write_extra(argument);
        write_default_configs(source);
        write_formerly();
    }

    std::string text() && { return std::move(text_); }

  private:
    void line(std::string_view keyword, const std::string& name = {},
              const std::string& expression = {}, const std::string& more = {}) {
        text_ += fmt::format("{}\t{}\t{}\t{}\n", keyword, one_line(name), expression, more);
    }

    std::vector<std::string> precisions() const {
        return space_.precisions.empty() ? std::vector<std::string>{"f32"} : space_.precisions;
    }

    void write_precisions() {
        for (const std::string& precision : precisions())
            line("precision", precision, fmt::to_string(sizeof_real(precision)),
                 fmt::format("{} {}", stored_type(precision), precision_defines(precision)));
    }

    // Older libraries, which lack `rewrite` or loops, see a condition that never holds.
    void write_conditions() {
        if (!space_.rewrite.empty()) {
            line("rewrite", space_.rewrite);
            line("condition", "a program that is rewritten once it is built", "0");
        }
        if (!space_.loops.empty())
            line("condition", "launches in a loop, which hone::Launches does not repeat", "0",
                 "loops");
        if (std::ranges::any_of(space_.launch, [](auto& step) { return !step.offset.empty(); }))
            line("condition", "launches with an offset, which hone::Launches does not have", "0",
                 "offset");
        if (space_.needs)
            line("condition", space_.needs->text(), to_postfix(space_.needs->steps()));
        for (const Constraint& constraint : space_.constraints) write_constraint(constraint);
    }

    // A redundant config gives the same result as another one, so its constraint is not a
    // condition.
    void write_constraint(const Constraint& constraint) {
        using Kind = Constraint::Kind;
        if (constraint.kind == Kind::redundant) return;
        line(constraint.kind == Kind::performance ? "advice" : "condition", constraint.reason,
             to_postfix(constraint.must_hold.steps()));
    }

    void write_launch(const LaunchStep& step) {
        line("launch", step.entry);
        if (!step.loop.empty()) line("in_loop", step.loop);
        for (const Expression& size : step.local) line("local", "", to_postfix(size.steps()));
        for (const Expression& size : step.global) {
            line("global", "", to_postfix(size.steps()));
            if (tells_of_tiles(step)) note_tiles(size, step.even);
        }
        if (step.driver_local) line("driver_local", "", to_postfix(step.driver_local->steps()));
        if (step.when) line("when", "", to_postfix(step.when->steps()));
        for (const std::string& argument : arguments_of(step)) line("argument", argument);
    }

    // A launch without a list of arguments gets all declared arguments.
    std::vector<std::string> arguments_of(const LaunchStep& step) const {
        if (!step.arguments.empty()) return step.arguments;
        std::vector<std::string> all;
        for (const Argument& argument : space_.arguments) all.push_back(argument.name);
        return all;
    }

    // Conditional launches, such as the packing of a matrix, tile the sizes differently from the
    // kernel.
    bool tells_of_tiles(const LaunchStep& step) const {
        const auto always = [](const LaunchStep& each) { return !each.when; };
        return always(step) || std::ranges::none_of(space_.launch, always);
    }

    // The tile of a size is its divisor in a ceil_div. If the number of tiles is divided again, a
    // work-group has several tiles: the second divisor, or an even share.
    void note_tiles(const Expression& global, bool even) {
        for (const Step& step : global.steps()) {
            if (step.op != Op::ceil_div) continue;
            const auto divisor = [&](const Step& of) {
                return to_postfix(global.steps(), of.args[1]);
            };
            const Step& divided = global.steps()[step.args[0]];
            if (is_size_name(divided)) tiles_.emplace(divided.word, divisor(step));
            if (divided.op != Op::ceil_div) continue;
            const Step& size = global.steps()[divided.args[0]];
            if (is_size_name(size))
                group_tiles_.emplace(
                    size.word,
                    fmt::format(
                        "{} {} *", divisor(divided),
                        even ? fmt::format("{0} {0} {1} ceil_div ceil_div",
                                           to_postfix(global.steps(), step.args[0]), divisor(step))
                             : divisor(step)));
        }
    }

    bool is_size_name(const Step& step) const {
        return step.op == Op::name && is_size(space_, step.word);
    }

    void write_roles() {
        for (const std::string& name : problem_extents(space_)) {
            line("extent", name);
            line("extra", name, name, "scalar int");
        }
        for (const std::string& name : space_.variants) line("variant", name);
        for (const std::string& name : space_.long_sizes) line("long_size", name);
        for (const auto& [name, size] : tiles_) line("tile", name, size);
        for (const auto& [name, size] : group_tiles_) line("group_tile", name, size);
    }

    // Inputs, outputs, images and plain scalars belong to the application.
    void write_extra(const Argument& argument) {
        using Kind = Argument::Kind;
        const bool plain = argument.members.empty() && argument.value.size() == 1;
        const bool number = argument.type == "real" || scalar_type(argument.type) != nullptr;
        if (argument.kind == Kind::scalar && plain && number &&
            !argument.value.front().names().empty())
            return line("extra", argument.name, to_postfix(argument.value.front().steps()),
                        "scalar " + argument.type);
        const bool counter = argument.fill == Argument::Fill::constant && !argument.inout &&
                             plain && argument.value.front().text() == "0";
        const bool scratch = argument.fill == Argument::Fill::scratch || counter;
        if (!argument.count || argument.kind == Kind::image) return;
        if (argument.kind != Kind::local && !scratch) return;
        const std::string of_one = argument.type == "real" ? "sizeof_real" : bytes(argument);
        line("extra", argument.name,
             fmt::format("{} {} *", to_postfix(argument.count->steps()), of_one),
             argument.kind == Kind::local ? "local" : "scratch");
    }

    std::string bytes(const Argument& argument) const {
        return fmt::to_string(layout_of(argument, precisions().front()).bytes);
    }

    void write_default_config(const std::vector<Value>& values) {
        Settings config;
        for (std::size_t p = 0; p < values.size(); ++p)
            config.push_back(setting(space_.parameters[p].name, values[p]));
        line("default_config", "", canonical(config));
    }

    // The fallbacks: the default config of the source, then the ladder from its last step, else the
    // first config that is legal for the default problem.
    void write_default_configs(const std::string& source) {
        const auto own = default_config(source, space_);
        if (own) write_default_config(values_of(*own));
        std::vector<Config> ladder;
        for (const std::string& precision : space_.precisions) {
            std::vector<Config> down = ladder_configs(space_, precision);
            std::ranges::reverse(down);
            for (const Config& step : down)
                if (std::ranges::find(ladder, step) == ladder.end()) ladder.push_back(step);
        }
        for (const Config& step : ladder) write_default_config(values_of(step));
        if (own || !ladder.empty()) return;
        const auto first =
            first_candidate(space_, names_of(make_problem(space_, precisions().front(), {})));
        if (first) write_default_config(values_of(*first));
    }

    void write_formerly() {
        const Formerly formerly = formerly_of(space_);
        for (const std::string& name : formerly.names) line("former_name", name);
        for (const auto& [former, today] : formerly.parameters)
            line("former_parameter", today, former);
        for (const auto& [former, today] : formerly.words)
            line("former_word", today.first, canonical({former}), canonical({today}));
        for (const Setting& each : formerly.neutral) line("neutral", each.first, canonical({each}));
    }

    std::vector<Value> values_of(const Config& config) const {
        std::vector<Value> values;
        for (std::size_t p = 0; p < config.size(); ++p)
            values.push_back(space_.parameters[p].values[config[p]]);
        return values;
    }

    const Space& space_;
    std::string text_;
    std::set<std::pair<std::string, std::string>> tiles_, group_tiles_;
};

}  // namespace

std::set<std::string> problem_extents(const Space& space) {
    std::set<std::string> extents;
    const auto note = [&](const Expression& expression) {
        for (const std::string& name : expression.names())
            if (is_size(space, name)) extents.insert(name);
    };
    for (const LaunchStep& step : space.launch)
        for (const Expression& size : step.global) note(size);
    if (const auto flops = space.resources.find("flops"); flops != space.resources.end())
        note(flops->second);
    return extents;
}

std::string recipe_of(const Space& space, const std::string& source) {
    return Recipe(space, source).text();
}

}  // namespace hone
