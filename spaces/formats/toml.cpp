// SPDX-License-Identifier: MIT
// hone's own format. Each table of a file is a list of fields below: what it may say, and where
// that goes in the Space. spaces/README.md shows a whole file.
#include <fmt/format.h>

#include <algorithm>

#include "spaces/formats/toml_document.hpp"
#include "spaces/space/known_names.hpp"
#include "spaces/space/problem.hpp"

namespace hone::readers {
namespace {

template <class T>
void keep(std::optional<T> read, T& target) {
    if (read) target = std::move(*read);
}

std::optional<std::string> file(TomlSheet& sheet, const Entry& entry) {
    const auto name = sheet.string(entry);
    if (!name) return std::nullopt;
    return file_beside(sheet.sheet(), *name, sheet.place(*entry.node));
}

// A word that must be one of a few: reads it into the target, or says which there are.
template <class T, std::size_t count>
void keep_one_of(TomlSheet& sheet, const Entry& entry,
                 const std::array<std::pair<std::string_view, T>, count>& choices, T& target) {
    const auto word = sheet.string(entry);
    if (!word) return;
    std::vector<std::string> known;
    for (const auto& [name, choice] : choices) {
        if (name == *word) target = choice;
        known.emplace_back(name);
    }
    if (std::ranges::find(known, *word) != known.end()) return;
    sheet.wrong(sheet.place(*entry.node),
                fmt::format("'{}' cannot be '{}'{}", entry.key, *word, did_you_mean(*word, known)));
}

// Each of them known, and there once.
std::vector<std::string> precisions_of(TomlSheet& sheet, const Entry& entry,
                                       const std::vector<std::string>& known) {
    std::vector<std::string> given = sheet.strings(entry);
    for (const std::string& each : given) {
        if (std::ranges::find(known, each) == known.end()) {
            sheet.wrong(sheet.place(*entry.node),
                        fmt::format("unknown precision '{}'{}", each, did_you_mean(each, known)));
        } else if (std::ranges::count(given, each) > 1) {
            sheet.wrong(sheet.place(*entry.node), fmt::format("'{}' is there twice", each));
            break;
        }
    }
    return given;
}

void read_precisions(TomlSheet& sheet, const Entry& entry, Space& space) {
    space.precisions = precisions_of(sheet, entry, known_precisions());
}

void read_problem(TomlSheet& sheet, const Entry& entry, Space& space) {
    const toml::table* table = sheet.table(entry);
    if (!table) return;
    for (const Entry& argument : sheet.entries(*table)) {
        const bool taken = argument.key == "precision" || argument.key == "sizeof_real";
        if (!is_name(argument.key) || taken) {
            sheet.wrong(argument.place,
                        fmt::format("'{}' cannot be the name of an argument", argument.key));
        }
        if (auto value = sheet.value(argument)) space.problem.emplace_back(argument.key, *value);
    }
}

bool is_taken(const Space& space, const std::string& name) {
    const auto others = problem_names(space);
    return std::ranges::find(others, name) != others.end();
}

void read_parameters(TomlSheet& sheet, const Entry& entry, Space& space) {
    const toml::table* table = sheet.table(entry);
    if (!table) return;
    for (const Entry& parameter : sheet.entries(*table)) {
        if (is_taken(space, parameter.key)) {
            sheet.wrong(
                parameter.place,
                fmt::format("'{}' is a parameter and belongs to the problem", parameter.key));
        }
        Parameter read{parameter.key, sheet.values(parameter)};
        const auto* list = parameter.node->as_array();
        if (list && list->size() == read.values.size()) {
            add_parameter(sheet.sheet(), space, std::move(read), parameter.place);
        } else {
            space.parameters.push_back(std::move(read));  // its name is known nevertheless
        }
    }
}

void read_constraints(TomlSheet& sheet, const Entry& entry, Space& space) {
    const toml::table* table = sheet.table(entry);
    if (!table) return;
    if (table->size() > max_constraints) {
        return sheet.wrong(entry.place, fmt::format("more than {} constraints", max_constraints));
    }
    for (const Entry& each : sheet.entries(*table)) {
        if (each.key.empty()) sheet.wrong(each.place, "a constraint's key is its reason: say one");
        if (auto must_hold = sheet.expression(each))
            space.constraints.push_back({each.key, *must_hold});
    }
}

void read_resources(TomlSheet& sheet, const Entry& entry, Space& space) {
    const toml::table* table = sheet.table(entry);
    if (!table) return;
    const auto known = resource_names();
    for (const Entry& each : sheet.entries(*table)) {
        if (std::ranges::find(known, each.key) == known.end()) {
            sheet.wrong(each.place, fmt::format("unknown resource '{}'{}", each.key,
                                                did_you_mean(each.key, known)));
        }
        if (auto cost = sheet.expression(each)) space.resources.emplace(each.key, *cost);
    }
}

void check_shape(TomlSheet& sheet, const Place& place, const std::vector<Expression>& local,
                 const std::vector<Expression>& global) {
    if (local.size() != global.size()) {
        sheet.wrong(place, fmt::format("'local' has {} dimensions and 'global' has {}",
                                       local.size(), global.size()));
    } else if (local.empty() || local.size() > 3) {
        sheet.wrong(place, "'local' and 'global' need 1 to 3 expressions each");
    }
}

constexpr std::array<Field<LaunchStep>, 6> launch_fields{{
    {"entry", [](auto& sheet, auto& entry, auto& step) { keep(sheet.string(entry), step.entry); }},
    {"local", [](auto& sheet, auto& entry, auto& step) { step.local = sheet.expressions(entry); }},
    {"global",
     [](auto& sheet, auto& entry, auto& step) { step.global = sheet.expressions(entry); }},
    {"arguments",
     [](auto& sheet, auto& entry, auto& step) { step.arguments = sheet.strings(entry); }},
    {"when", [](auto& sheet, auto& entry, auto& step) { step.when = sheet.expression(entry); }},
    {"main", [](auto& sheet, auto& entry, auto& step) { keep(sheet.truth(entry), step.main); }},
}};

void read_launch(TomlSheet& sheet, const Entry& entry, Space& space) {
    const auto tables = sheet.tables(entry);
    if (tables.size() > max_launches) {
        return sheet.wrong(entry.place, fmt::format("more than {} launches", max_launches));
    }
    for (const toml::table* table : tables) {
        LaunchStep step;
        read_fields(sheet, *table, launch_fields, step);
        const Place place = sheet.place(*table);
        if (!table->contains("entry")) sheet.wrong(place, "a launch needs an 'entry' to launch");
        check_shape(sheet, place, step.local, step.global);
        space.launch.push_back(std::move(step));
    }
}

// The value of a rung must be one that can be chosen.
void check_choice(TomlSheet& sheet, const Entry& entry, const Value& value, const Space& space) {
    const auto parameter = space.index_of(entry.key);
    if (!parameter) {
        std::vector<std::string> known;
        for (const Parameter& each : space.parameters) known.push_back(each.name);
        return sheet.wrong(entry.place, fmt::format("unknown parameter '{}'{}", entry.key,
                                                    did_you_mean(entry.key, known)));
    }
    const auto& values = space.parameters[*parameter].values;
    if (std::ranges::find(values, value) == values.end()) {
        sheet.wrong(sheet.place(*entry.node),
                    fmt::format("{} is not among the values of '{}'", text(value), entry.key));
    }
}

void read_ladder(TomlSheet& sheet, const Entry& entry, Space& space) {
    const toml::table* table = sheet.table(entry);
    if (!table) return;
    for (const Entry& each : sheet.entries(*table)) {
        Rung rung{each.key, {}, {}};
        const toml::table* choices = sheet.table(each);
        if (!choices) continue;
        for (const Entry& choice : sheet.entries(*choices)) {
            if (choice.key == "precisions") {
                rung.precisions = precisions_of(sheet, choice, space.precisions);
                continue;
            }
            const auto value = sheet.value(choice);
            if (!value) continue;
            check_choice(sheet, choice, *value, space);
            rung.values.emplace(choice.key, *value);
        }
        space.ladder.push_back(std::move(rung));
    }
}

constexpr std::array<std::pair<std::string_view, Argument::Kind>, 3> kinds{
    {{"scalar", Argument::Kind::scalar},
     {"buffer", Argument::Kind::buffer},
     {"local", Argument::Kind::local}}};

constexpr std::array<std::pair<std::string_view, Argument::Fill>, 5> fills{
    {{"random", Argument::Fill::random},
     {"constant", Argument::Fill::constant},
     {"index", Argument::Fill::index},
     {"output", Argument::Fill::output},
     {"scratch", Argument::Fill::scratch}}};

constexpr std::array<Field<Argument>, 8> argument_fields{{
    {"name", [](auto& sheet, auto& entry, auto& a) { keep(sheet.string(entry), a.name); }},
    {"kind", [](auto& sheet, auto& entry, auto& a) { keep_one_of(sheet, entry, kinds, a.kind); }},
    {"type", [](auto& sheet, auto& entry, auto& a) { keep(sheet.string(entry), a.type); }},
    {"fill", [](auto& sheet, auto& entry, auto& a) { keep_one_of(sheet, entry, fills, a.fill); }},
    {"count", [](auto& sheet, auto& entry, auto& a) { a.count = sheet.expression(entry); }},
    {"value", [](auto& sheet, auto& entry, auto& a) { a.value = sheet.expression(entry); }},
    {"low", [](auto& sheet, auto& entry, auto& a) { keep(sheet.real(entry), a.low); }},
    {"high", [](auto& sheet, auto& entry, auto& a) { keep(sheet.real(entry), a.high); }},
}};

void check_argument(TomlSheet& sheet, const Place& place, const Argument& argument,
                    const Space& space) {
    const bool scalar = argument.kind == Argument::Kind::scalar;
    const auto need = [&](bool is_there, std::string_view what) {
        if (!is_there)
            sheet.wrong(place, fmt::format("argument '{}' needs {}", argument.name, what));
    };
    need(!argument.name.empty(), "a 'name'");
    need(is_element_type(argument.type), "a 'type' of OpenCL C or \"real\"");
    need(scalar || argument.count, "a 'count' of elements");
    need(!scalar || argument.value, "a 'value'");
    need(argument.fill != Argument::Fill::constant || argument.value,
         "a 'value' to be filled with");
    need(argument.low <= argument.high, "a 'low' that is not above its 'high'");
    need(
        std::ranges::find(space.arguments, argument.name, &Argument::name) == space.arguments.end(),
        "a name of its own");
}

void read_arguments(TomlSheet& sheet, const Entry& entry, Space& space) {
    const auto tables = sheet.tables(entry);
    if (tables.size() > max_parameters) {
        return sheet.wrong(entry.place, fmt::format("more than {} arguments", max_parameters));
    }
    for (const toml::table* table : tables) {
        Argument argument;
        read_fields(sheet, *table, argument_fields, argument);
        check_argument(sheet, sheet.place(*table), argument, space);
        space.arguments.push_back(std::move(argument));
    }
}

constexpr std::array<Field<Check>, 6> check_fields{{
    {"reference",
     [](auto& sheet, auto& entry, auto& c) { keep(sheet.string(entry), c.reference); }},
    {"local", [](auto& sheet, auto& entry, auto& c) { c.local = sheet.expressions(entry); }},
    {"global", [](auto& sheet, auto& entry, auto& c) { c.global = sheet.expressions(entry); }},
    {"expected", [](auto& sheet, auto& entry, auto& c) { keep(file(sheet, entry), c.expected); }},
    {"absolute", [](auto& sheet, auto& entry, auto& c) { keep(sheet.real(entry), c.absolute); }},
    {"relative", [](auto& sheet, auto& entry, auto& c) { keep(sheet.real(entry), c.relative); }},
}};

void read_check(TomlSheet& sheet, const Entry& entry, Space& space) {
    const toml::table* table = sheet.table(entry);
    if (!table) return;
    Check check;
    read_fields(sheet, *table, check_fields, check);
    if (table->contains("reference") == table->contains("expected")) {
        sheet.wrong(entry.place,
                    "'check' needs either a 'reference' entry or a file with 'expected' values");
    }
    if (table->contains("reference")) check_shape(sheet, entry.place, check.local, check.global);
    if (check.absolute < 0 || check.relative < 0) {
        sheet.wrong(entry.place, "a bound of 'check' is below zero");
    }
    space.check = std::move(check);
}

void read_source(TomlSheet& sheet, const Entry& entry, Space& space) {
    if (const auto source = file(sheet, entry)) space.source = *source;
}

void read_rewrite(TomlSheet& sheet, const Entry& entry, Space& space) {
    if (const auto target = sheet.string(entry)) space.rewrite = *target;
}

void read_variants(TomlSheet& sheet, const Entry& entry, Space& space) {
    space.variants = sheet.strings(entry);
    std::vector<std::string> known;
    for (const auto& [name, value] : space.problem) known.push_back(name);
    for (const std::string& each : space.variants) {
        if (std::ranges::find(known, each) != known.end()) continue;
        sheet.wrong(sheet.place(*entry.node), fmt::format("'{}' is no argument of the problem{}",
                                                          each, did_you_mean(each, known)));
    }
}

// In the order in which they need one another: the ladder knows the parameters, they the problem.
constexpr std::array<Field<Space>, 14> space_fields{{
    {"routine",
     [](auto& sheet, auto& entry, auto& space) { keep(sheet.string(entry), space.routine); }},
    {"precisions", read_precisions},
    {"requires",
     [](auto& sheet, auto& entry, auto& space) { space.needs = sheet.expression(entry); }},
    {"problem", read_problem},
    {"variants", read_variants},
    {"parameters", read_parameters},
    {"constraints", read_constraints},
    {"resources", read_resources},
    {"launch", read_launch},
    {"ladder", read_ladder},
    {"arguments", read_arguments},
    {"check", read_check},
    {"source", read_source},
    {"rewrite", read_rewrite},
}};

}  // namespace

void read_toml(Sheet& sheet, Space& space) {
    TomlSheet document(sheet);
    try {
        const toml::table table = toml::parse(sheet.text, sheet.file);
        read_fields(document, table, space_fields, space);
    } catch (const toml::parse_error& error) {
        sheet.wrong(document.place(error.source().begin), std::string(error.description()));
    }
}

}  // namespace hone::readers
