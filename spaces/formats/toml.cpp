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

std::optional<std::string> file(TomlDocument& document, const Entry& entry) {
    const auto name = document.string(entry);
    if (!name) return std::nullopt;
    return file_beside(document.document(), *name, document.location(*entry.node));
}

// A word that must be one of a few: reads it into the target, or says which there are.
template <class T, std::size_t count>
void keep_one_of(TomlDocument& document, const Entry& entry,
                 const std::array<std::pair<std::string_view, T>, count>& choices, T& target) {
    const auto word = document.string(entry);
    if (!word) return;
    std::vector<std::string> known;
    for (const auto& [name, choice] : choices) {
        if (name == *word) target = choice;
        known.emplace_back(name);
    }
    if (std::ranges::find(known, *word) != known.end()) return;
    document.add_mistake(
        document.location(*entry.node),
        fmt::format("'{}' cannot be '{}'{}", entry.key, *word, did_you_mean(*word, known)));
}

// Each of them known, and there once.
std::vector<std::string> precisions_of(TomlDocument& document, const Entry& entry,
                                       const std::vector<std::string>& known) {
    std::vector<std::string> given = document.strings(entry);
    for (const std::string& each : given) {
        if (std::ranges::find(known, each) == known.end()) {
            document.add_mistake(
                document.location(*entry.node),
                fmt::format("unknown precision '{}'{}", each, did_you_mean(each, known)));
        } else if (std::ranges::count(given, each) > 1) {
            document.add_mistake(document.location(*entry.node),
                                 fmt::format("'{}' is given twice", each));
            break;
        }
    }
    return given;
}

void read_precisions(TomlDocument& document, const Entry& entry, Space& space) {
    space.precisions = precisions_of(document, entry, known_precisions());
}

void read_problem(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& argument : document.entries(*table)) {
        const bool taken = argument.key == "precision" || argument.key == "sizeof_real";
        if (!is_name(argument.key) || taken) {
            document.add_mistake(
                argument.location,
                fmt::format("'{}' cannot be the name of an argument", argument.key));
        }
        if (auto value = document.value(argument)) space.problem.emplace_back(argument.key, *value);
    }
}

bool is_taken(const Space& space, const std::string& name) {
    const auto others = problem_names(space);
    return std::ranges::find(others, name) != others.end();
}

void read_parameters(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& parameter : document.entries(*table)) {
        if (is_taken(space, parameter.key)) {
            document.add_mistake(
                parameter.location,
                fmt::format("'{}' is both a parameter and an argument of the problem",
                            parameter.key));
        }
        Parameter read{parameter.key, document.values(parameter)};
        const auto* list = parameter.node->as_array();
        if (list && list->size() == read.values.size()) {
            add_parameter(document.document(), space, std::move(read), parameter.location);
        } else {
            space.parameters.push_back(std::move(read));  // its name is known nevertheless
        }
    }
}

void read_constraints(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    if (table->size() > max_constraints) {
        return document.add_mistake(entry.location,
                                    fmt::format("more than {} constraints", max_constraints));
    }
    for (const Entry& each : document.entries(*table)) {
        if (each.key.empty())
            document.add_mistake(each.location,
                                 "the key of a constraint is its reason and cannot be empty");
        if (auto must_hold = document.expression(each))
            space.constraints.push_back({each.key, *must_hold});
    }
}

void read_resources(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    const auto known = resource_names();
    for (const Entry& each : document.entries(*table)) {
        if (std::ranges::find(known, each.key) == known.end()) {
            document.add_mistake(each.location, fmt::format("unknown resource '{}'{}", each.key,
                                                            did_you_mean(each.key, known)));
        }
        if (auto cost = document.expression(each)) space.resources.emplace(each.key, *cost);
    }
}

void check_shape(TomlDocument& document, const Location& location,
                 const std::vector<Expression>& local, const std::vector<Expression>& global) {
    if (local.size() != global.size()) {
        document.add_mistake(location, fmt::format("'local' has {} dimensions and 'global' has {}",
                                                   local.size(), global.size()));
    } else if (local.empty() || local.size() > 3) {
        document.add_mistake(location, "'local' and 'global' need 1 to 3 expressions each");
    }
}

constexpr std::array<Field<LaunchStep>, 6> launch_fields{{
    {"entry",
     [](auto& document, auto& entry, auto& step) { keep(document.string(entry), step.entry); }},
    {"local",
     [](auto& document, auto& entry, auto& step) { step.local = document.expressions(entry); }},
    {"global",
     [](auto& document, auto& entry, auto& step) { step.global = document.expressions(entry); }},
    {"arguments",
     [](auto& document, auto& entry, auto& step) { step.arguments = document.strings(entry); }},
    {"when",
     [](auto& document, auto& entry, auto& step) { step.when = document.expression(entry); }},
    {"main",
     [](auto& document, auto& entry, auto& step) { keep(document.truth(entry), step.main); }},
}};

void read_launch(TomlDocument& document, const Entry& entry, Space& space) {
    const auto tables = document.tables(entry);
    if (tables.size() > max_launches) {
        return document.add_mistake(entry.location,
                                    fmt::format("more than {} launches", max_launches));
    }
    for (const toml::table* table : tables) {
        LaunchStep step;
        read_fields(document, *table, launch_fields, step);
        const Location location = document.location(*table);
        if (!table->contains("entry"))
            document.add_mistake(location,
                                 "a launch needs an 'entry', the name of a kernel function");
        check_shape(document, location, step.local, step.global);
        space.launch.push_back(std::move(step));
    }
}

// The parameter of this key, or a mistake with the nearest one.
std::optional<std::size_t> find_parameter(TomlDocument& document, const Entry& entry,
                                          const Space& space) {
    const auto parameter = space.index_of(entry.key);
    if (parameter) return parameter;
    std::vector<std::string> known;
    for (const Parameter& each : space.parameters) known.push_back(each.name);
    document.add_mistake(entry.location, fmt::format("unknown parameter '{}'{}", entry.key,
                                                     did_you_mean(entry.key, known)));
    return std::nullopt;
}

// The value must be one that can be chosen.
void check_choice(TomlDocument& document, const Entry& entry, const Value& value,
                  const Space& space) {
    const auto parameter = find_parameter(document, entry, space);
    if (!parameter) return;
    const auto& values = space.parameters[*parameter].values;
    if (std::ranges::find(values, value) == values.end()) {
        document.add_mistake(
            document.location(*entry.node),
            fmt::format("{} is not among the values of '{}'", text(value), entry.key));
    }
}

void read_ladder(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& each : document.entries(*table)) {
        LadderStep step{each.key, {}, {}};
        const toml::table* choices = document.table(each);
        if (!choices) continue;
        for (const Entry& choice : document.entries(*choices)) {
            if (choice.key == "precisions") {
                step.precisions = precisions_of(document, choice, space.precisions);
                continue;
            }
            const auto value = document.value(choice);
            if (!value) continue;
            check_choice(document, choice, *value, space);
            step.values.emplace(choice.key, *value);
        }
        space.ladder.push_back(std::move(step));
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
    {"name", [](auto& document, auto& entry, auto& a) { keep(document.string(entry), a.name); }},
    {"kind",
     [](auto& document, auto& entry, auto& a) { keep_one_of(document, entry, kinds, a.kind); }},
    {"type", [](auto& document, auto& entry, auto& a) { keep(document.string(entry), a.type); }},
    {"fill",
     [](auto& document, auto& entry, auto& a) { keep_one_of(document, entry, fills, a.fill); }},
    {"count", [](auto& document, auto& entry, auto& a) { a.count = document.expression(entry); }},
    {"value", [](auto& document, auto& entry, auto& a) { a.value = document.expression(entry); }},
    {"low", [](auto& document, auto& entry, auto& a) { keep(document.real(entry), a.low); }},
    {"high", [](auto& document, auto& entry, auto& a) { keep(document.real(entry), a.high); }},
}};

void check_argument(TomlDocument& document, const Location& location, const Argument& argument,
                    const Space& space) {
    const bool scalar = argument.kind == Argument::Kind::scalar;
    const auto need = [&](bool is_there, std::string_view what) {
        if (!is_there)
            document.add_mistake(location,
                                 fmt::format("argument '{}' needs {}", argument.name, what));
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
        "a name that no other argument has");
}

void read_arguments(TomlDocument& document, const Entry& entry, Space& space) {
    const auto tables = document.tables(entry);
    if (tables.size() > max_parameters) {
        return document.add_mistake(entry.location,
                                    fmt::format("more than {} arguments", max_parameters));
    }
    for (const toml::table* table : tables) {
        Argument argument;
        read_fields(document, *table, argument_fields, argument);
        check_argument(document, document.location(*table), argument, space);
        space.arguments.push_back(std::move(argument));
    }
}

constexpr std::array<Field<Check>, 6> check_fields{{
    {"reference",
     [](auto& document, auto& entry, auto& c) { keep(document.string(entry), c.reference); }},
    {"local", [](auto& document, auto& entry, auto& c) { c.local = document.expressions(entry); }},
    {"global",
     [](auto& document, auto& entry, auto& c) { c.global = document.expressions(entry); }},
    {"expected",
     [](auto& document, auto& entry, auto& c) { keep(file(document, entry), c.expected); }},
    {"absolute",
     [](auto& document, auto& entry, auto& c) { keep(document.real(entry), c.absolute); }},
    {"relative",
     [](auto& document, auto& entry, auto& c) { keep(document.real(entry), c.relative); }},
}};

void read_check(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    Check check;
    read_fields(document, *table, check_fields, check);
    if (table->contains("reference") == table->contains("expected")) {
        document.add_mistake(
            entry.location,
            "'check' needs either a 'reference' entry or a file with 'expected' values");
    }
    if (table->contains("reference"))
        check_shape(document, entry.location, check.local, check.global);
    if (check.absolute < 0 || check.relative < 0) {
        document.add_mistake(entry.location, "a bound of 'check' is below zero");
    }
    space.check = std::move(check);
}

void read_source(TomlDocument& document, const Entry& entry, Space& space) {
    if (const auto source = file(document, entry)) space.source = *source;
}

void read_rewrite(TomlDocument& document, const Entry& entry, Space& space) {
    if (const auto target = document.string(entry)) space.rewrite = *target;
}

void read_variants(TomlDocument& document, const Entry& entry, Space& space) {
    space.variants = document.strings(entry);
    std::vector<std::string> known;
    for (const auto& [name, value] : space.problem) known.push_back(name);
    for (const std::string& each : space.variants) {
        if (std::ranges::find(known, each) != known.end()) continue;
        document.add_mistake(document.location(*entry.node),
                             fmt::format("'{}' is not an argument of the problem{}", each,
                                         did_you_mean(each, known)));
    }
}

// The table `formerly` of a space, whose parameters it speaks of.
struct Former {
    const Space& space;
    FormerNames& names;
};

void read_former_parameters(TomlDocument& document, const Entry& entry, Former& former) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& each : document.entries(*table)) {
        const auto name = document.string(each);
        if (!find_parameter(document, each, former.space) || !name) continue;
        if (former.space.index_of(*name))
            document.add_mistake(document.location(*each.node),
                                 fmt::format("'{}' is the name of a current parameter", *name));
        former.names.parameters.emplace(each.key, *name);
    }
}

void read_former_words(TomlDocument& document, const Entry& entry, Former& former) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& parameter : document.entries(*table)) {
        const toml::table* words = document.table(parameter);
        if (!words || !find_parameter(document, parameter, former.space)) continue;
        for (const Entry& word : document.entries(*words)) {
            const Entry today{parameter.key, word.location, word.node};
            check_choice(document, today, Value(word.key), former.space);
            if (const auto before = document.string(word))
                former.names.words[parameter.key].emplace(word.key, *before);
        }
    }
}

void read_neutral(TomlDocument& document, const Entry& entry, Former& former) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& each : document.entries(*table)) {
        const auto value = document.value(each);
        if (!value) continue;
        check_choice(document, each, *value, former.space);
        former.names.neutral.emplace(each.key, *value);
    }
}

constexpr std::array<Field<Former>, 4> former_fields{{
    {"names", [](auto& document, auto& entry,
                 auto& former) { former.names.names = document.strings(entry); }},
    {"parameters", read_former_parameters},
    {"words", read_former_words},
    {"neutral", read_neutral},
}};

void read_formerly(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    Former former{space, space.formerly};
    read_fields(document, *table, former_fields, former);
}

// In the order in which they need one another: the ladder knows the parameters, they the problem.
constexpr std::array<Field<Space>, 15> space_fields{{
    {"routine",
     [](auto& document, auto& entry, auto& space) { keep(document.string(entry), space.routine); }},
    {"precisions", read_precisions},
    {"requires",
     [](auto& document, auto& entry, auto& space) { space.needs = document.expression(entry); }},
    {"problem", read_problem},
    {"variants", read_variants},
    {"parameters", read_parameters},
    {"constraints", read_constraints},
    {"resources", read_resources},
    {"launch", read_launch},
    {"ladder", read_ladder},
    {"formerly", read_formerly},
    {"arguments", read_arguments},
    {"check", read_check},
    {"source", read_source},
    {"rewrite", read_rewrite},
}};

}  // namespace

void read_toml(Document& document, Space& space) {
    TomlDocument toml(document);
    try {
        const toml::table table = toml::parse(document.text, document.file);
        read_fields(toml, table, space_fields, space);
    } catch (const toml::parse_error& error) {
        document.add_mistake(toml.location(error.source().begin), std::string(error.description()));
    }
}

}  // namespace hone::readers
