// SPDX-License-Identifier: MIT
// hone's own format. Each table of a file is one of the lists of fields below: its keys, and where
// their values go in the Space. spaces/README.md shows a whole file.
#include <fmt/format.h>

#include <algorithm>

#include "spaces/formats/toml_arguments.hpp"
#include "spaces/formats/toml_command.hpp"
#include "spaces/formats/toml_launch.hpp"
#include "spaces/space/known_names.hpp"
#include "spaces/space/problem.hpp"

namespace hone::readers {
namespace {

// The precisions of an entry. Unknown and duplicate ones are mistakes.
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
            space.parameters.push_back(std::move(read));  // the name is known anyway
        }
    }
}

// The table of a constraint: its expression and its kind.
struct ConstraintFields {
    std::optional<Expression> holds;
    Constraint::Kind kind = Constraint::Kind::legality;
};

void read_kind(TomlDocument& document, const Entry& entry, ConstraintFields& fields) {
    using Kind = Constraint::Kind;
    constexpr std::array kinds{Kind::legality, Kind::performance, Kind::redundant};
    const auto given = document.string(entry);
    if (!given) return;
    const auto* const known =
        std::ranges::find(kinds, *given, [](Kind kind) { return word(kind); });
    if (known != kinds.end())
        fields.kind = *known;
    else
        document.add_mistake(entry.location, R"(kind is "legality", "performance" or "redundant")");
}

constexpr std::array<Field<ConstraintFields>, 2> constraint_fields{{
    {"holds",
     [](auto& document, auto& entry, auto& fields) { fields.holds = document.expression(entry); }},
    {"kind", read_kind},
}};

void read_constraint(TomlDocument& document, const Entry& entry, Space& space) {
    ConstraintFields fields;
    if (const toml::table* table = entry.node->as_table()) {
        read_fields(document, *table, constraint_fields, fields);
        if (!table->contains("holds"))
            document.add_mistake(entry.location, "a constraint says what 'holds'");
    } else {
        fields.holds = document.expression(entry);
    }
    if (fields.holds) space.constraints.push_back({entry.key, *fields.holds, fields.kind});
}

// The parameter with this key; if there is none, adds a mistake with the most similar name.
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

// The macro of a parameter may only depend on its own value, so that it is known beforehand which
// configs share a program.
void read_built_with(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& each : document.entries(*table)) {
        const auto value = document.expression(each);
        if (!find_parameter(document, each, space) || !value) continue;
        value->check_names(std::vector{each.key}, document.document().mistakes);
        space.built_with.emplace(each.key, *value);
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
        read_constraint(document, each, space);
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

// The value must be one of the parameter's values.
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

// Reads one value of a named step, or the precisions that the step is for.
void read_step_value(TomlDocument& document, const Entry& choice, const Space& space,
                     LadderStep& step) {
    if (choice.key == "precisions") {
        step.precisions = precisions_of(document, choice, space.precisions);
        return;
    }
    const auto value = document.value(choice);
    if (!value) return;
    check_choice(document, choice, *value, space);
    step.values.emplace(choice.key, *value);
}

void read_ladder(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& each : document.entries(*table)) {
        LadderStep step{each.key, {}, {}};
        const toml::table* choices = document.table(each);
        if (!choices) continue;
        for (const Entry& choice : document.entries(*choices))
            read_step_value(document, choice, space, step);
        space.ladder.push_back(std::move(step));
    }
}

void read_starts(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& each : document.entries(*table)) {
        Start start{{each.key, {}, {}}, {}};
        const toml::table* choices = document.table(each);
        if (!choices) continue;
        for (const Entry& choice : document.entries(*choices)) {
            if (choice.key == "when")
                start.when = document.expression(choice);
            else
                read_step_value(document, choice, space, start);
        }
        space.starts.push_back(std::move(start));
    }
}

// Reads values for some parameters.
void read_choices(TomlDocument& document, const Entry& entry, const Space& space,
                  std::map<std::string, Value>& choices) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    for (const Entry& each : document.entries(*table)) {
        const auto value = document.value(each);
        if (!value) continue;
        check_choice(document, each, *value, space);
        choices.emplace(each.key, *value);
    }
}

void read_defaults(TomlDocument& document, const Entry& entry, Space& space) {
    read_choices(document, entry, space, space.defaults);
}

void read_source(TomlDocument& document, const Entry& entry, Space& space) {
    if (const auto source = file(document, entry)) space.source = *source;
}

template <std::vector<std::string> Space::*names>
void read_names_of_problem(TomlDocument& document, const Entry& entry, Space& space) {
    space.*names = document.strings(entry);
    std::vector<std::string> known;
    for (const auto& [name, value] : space.problem) known.push_back(name);
    for (const std::string& each : space.*names) {
        if (std::ranges::find(known, each) != known.end()) continue;
        document.add_mistake(document.location(*entry.node),
                             fmt::format("'{}' is not an argument of the problem{}", each,
                                         did_you_mean(each, known)));
    }
}

// The table `formerly` of a space, with the space whose parameters it names.
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
    read_choices(document, entry, former.space, former.names.neutral);
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

// In the order of their dependencies: the ladder needs the parameters, which need the problem.
constexpr std::array<Field<Space>, 22> space_fields{{
    {"routine",
     [](auto& document, auto& entry, auto& space) { keep(document.string(entry), space.routine); }},
    {"precisions", read_precisions},
    {"requires",
     [](auto& document, auto& entry, auto& space) { space.needs = document.expression(entry); }},
    {"problem", read_problem},
    {"variants", read_names_of_problem<&Space::variants>},
    {"long_sizes", read_names_of_problem<&Space::long_sizes>},
    {"parameters", read_parameters},
    {"built_with", read_built_with},
    {"constraints", read_constraints},
    {"resources", read_resources},
    {"loops", read_toml_loops},
    {"prepare", [](auto& document, auto& entry,
                   auto& space) { space.prepare = read_toml_launches(document, entry, space); }},
    {"launch", [](auto& document, auto& entry,
                  auto& space) { space.launch = read_toml_launches(document, entry, space); }},
    {"ladder", read_ladder},
    {"starts", read_starts},
    {"defaults", read_defaults},
    {"formerly", read_formerly},
    {"arguments", read_toml_arguments},
    {"check", read_toml_check},
    {"source", read_source},
    {"rewrite",
     [](auto& document, auto& entry, auto& space) { keep(document.string(entry), space.rewrite); }},
    {"command", read_toml_command},
}};

// A parameter is a macro, so a keyword as its name would change the kernel's source.
void check_macros(TomlDocument& document, const toml::table& table) {
    constexpr std::array<std::string_view, 44> words{
        "auto",   "break",    "case",     "char",   "const",  "constant", "continue", "default",
        "do",     "double",   "enum",     "extern", "false",  "float",    "for",      "global",
        "goto",   "half",     "inline",   "int",    "kernel", "local",    "long",     "private",
        "return", "short",    "signed",   "sizeof", "static", "struct",   "switch",   "true",
        "uchar",  "uint",     "ulong",    "union",  "ushort", "unsigned", "void",     "volatile",
        "while",  "register", "restrict", "typedef"};
    const auto* parameters = table["parameters"].as_table();
    if (parameters == nullptr || table.contains("command")) return;
    for (const Entry& each : document.entries(*parameters))
        if (std::ranges::find(words, each.key) != words.end())
            document.add_mistake(each.location,
                                 fmt::format("'{}' cannot be the name of a parameter: it is a "
                                             "keyword of OpenCL C",
                                             each.key));
}

}  // namespace

void read_toml(Document& document, Space& space) {
    TomlDocument toml(document);
    try {
        const toml::table table = toml::parse(document.text, document.file);
        read_fields(toml, table, space_fields, space);
        check_macros(toml, table);
    } catch (const toml::parse_error& error) {
        document.add_mistake(toml.location(error.source().begin), std::string(error.description()));
    }
}

}  // namespace hone::readers
