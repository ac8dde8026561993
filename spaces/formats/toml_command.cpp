// SPDX-License-Identifier: MIT
// Mistakes in a command are reported when it is read, and not by a hundred failed trials.
#include "spaces/formats/toml_command.hpp"

#include <fmt/format.h>

#include <regex>

#include "spaces/space/problem.hpp"

namespace hone::readers {
namespace {

void read_run(TomlDocument& document, const Entry& entry, ProgramCall& call) {
    const auto line = document.string(entry);
    if (!line) return;
    std::string fault;
    call.text = *line;
    call.words = split_words(*line, fault);
    if (fault.empty() && call.words.empty()) fault = "it names no program";
    if (!fault.empty())
        document.add_mistake(document.location(*entry.node), "the command: " + fault);
}

// The expression must have exactly one group: the figure.
std::string fault_of(const std::string& expression) try {
    const std::regex regex(expression);
    return regex.mark_count() == 1 ? ""
                                   : "needs one group in parentheses, around the figure: ([0-9.]+)";
} catch (const std::regex_error&) {
    return "is not a regular expression";
}

void read_figure(TomlDocument& document, const Entry& entry, ProgramCall& call) {
    keep(document.string(entry), call.read);
    if (const std::string fault = fault_of(call.read); !fault.empty())
        document.add_mistake(document.location(*entry.node),
                             fmt::format("'{}' {}", call.read, fault));
}

constexpr std::array<Field<ProgramCall>, 3> command_fields{{
    {"run", read_run},
    {"read", read_figure},
    {"higher",
     [](auto& document, auto& entry, auto& call) { keep(document.truth(entry), call.higher); }},
}};

void check_placeholders(TomlDocument& document, const Entry& entry, const Space& space) {
    std::vector<std::string> known;
    for (const Parameter& parameter : space.parameters) known.push_back(parameter.name);
    for (const std::string& word : space.program->words)
        for (const std::string& name : names_in(word))
            if (std::ranges::find(known, name) == known.end())
                document.add_mistake(
                    entry.location,
                    fmt::format("the command names {{{}}}, which is not a parameter{}", name,
                                did_you_mean(name, known)));
}

void check_alone(TomlDocument& document, const Entry& entry, const Space& space) {
    const bool has_kernel = !space.launch.empty() || !space.prepare.empty() ||
                            !space.arguments.empty() || !space.problem.empty() || space.check ||
                            !space.source.empty() || !space.resources.empty();
    if (has_kernel)
        document.add_mistake(entry.location,
                             "a command stands alone with its parameters and constraints: it has "
                             "no problem, resources, launch, arguments, check or source");
}

}  // namespace

void read_toml_command(TomlDocument& document, const Entry& entry, Space& space) {
    const toml::table* table = document.table(entry);
    if (!table) return;
    ProgramCall& call = space.program.emplace();
    read_fields(document, *table, command_fields, call);
    if (!table->contains("run"))
        document.add_mistake(entry.location, "a command needs 'run', the line that starts it");
    if (call.higher && call.read.empty())
        document.add_mistake(entry.location, "'higher' needs 'read': less time is always better");
    check_placeholders(document, entry, space);
    check_alone(document, entry, space);
    space.precisions = {std::string(no_precision)};
}

}  // namespace hone::readers
