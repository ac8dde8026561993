// SPDX-License-Identifier: MIT
// The help, printed from the table of commands and their declared options, for `hone`, `hone
// --help`, `hone help`, `hone help X` and `hone X --help`.
#include "tuner/cli/help.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "reports/text/table.hpp"
#include "tuner/catalog/config.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/text_layout.hpp"

namespace hone::cli {

namespace {

// Limits of the column of descriptions: at most the first, at least the second.
constexpr std::size_t widest = 98;
constexpr std::size_t narrowest = 30;

using Rows = std::vector<std::pair<std::string, std::string>>;

constexpr std::array meanings{
    ExitMeaning{Exit::done, "done"},
    ExitMeaning{Exit::no, "done; the answer is no"},
    ExitMeaning{Exit::usage, "wrong usage, or a file with errors"},
    ExitMeaning{Exit::environment,
                "the environment lacks something: a device, a package, disk space"},
    ExitMeaning{Exit::bug, "a bug in hone; please report it"},
    ExitMeaning{Exit::interrupted, "interrupted; all measurements are kept"},
};

std::string section(std::string_view title, const Rows& rows) {
    if (rows.empty()) return {};
    std::size_t left = 0;
    for (const auto& [term, meaning] : rows) left = std::max(left, width(term));
    const std::size_t right = std::max(narrowest, widest - std::min(widest, left + 4));
    const std::string indent = fmt::format("\n{:{}}", "", left + 4);
    std::string text = fmt::format("\n{}:\n", title);
    for (const auto& [term, meaning] : rows)
        text += fmt::format("  {:<{}}  {}\n", term, left, fmt::join(lines(meaning, right), indent));
    return text;
}

Rows command_rows() {
    Rows rows;
    for (const Command* command : commands())
        if (!command->hidden) rows.emplace_back(command->name, command->summary);
    return rows;
}

Rows word_rows(const Command& command) {
    Rows rows;
    for (const auto& word : words_of(command)) rows.emplace_back(word.name, word.text);
    return rows;
}

// Options without a short form are aligned with those that have one.
Rows option_rows(const Command& command) {
    Rows rows;
    for (const auto& option : options_of(command))
        rows.emplace_back((option.letter.empty() ? "    " : "") + option.spelling(), option.text);
    return rows;
}

Rows exit_rows() {
    Rows rows;
    for (const auto& [exit, meaning] : meanings)
        rows.emplace_back(fmt::to_string(static_cast<int>(exit)), meaning);
    return rows;
}

void declare_program(po::options_description& options) {
    options.add_options()("version", po::bool_switch(), "print the version");
}

Exit run_program(const po::variables_map& given) {
    if (given["version"].as<bool>())
        put("hone {}\n", config::version);
    else
        put("{}", help_text(program));
    return Exit::done;
}

void declare_help(po::options_description& options) {
    options.add_options()("command", po::value<std::string>(), "the command to describe");
}

Exit run_help(const po::variables_map& given) {
    const bool named = given.count("command") != 0;
    put("{}", help_text(named ? find_command(given["command"].as<std::string>()) : program));
    return Exit::done;
}

constexpr std::array<std::string_view, 1> help_words{"command"};
constexpr std::array help_allowed_values{AllowedValues{"command", command_names}};

}  // namespace

const Command program{
    .name = "",
    .synopsis = "COMMAND [options]",
    .summary = "finds the fastest correct config of an OpenCL kernel on this device",
    .details = "`hone help COMMAND` describes one command.",
    .declare = declare_program,
    .words = {},
    .run = run_program,
};

const Command help_command{
    .name = "help",
    .synopsis = "[COMMAND]",
    .summary = "describe hone, or one command",
    .details = R"(Lists the commands, or describes one of them. `hone COMMAND --help` does the same.

  hone help completion
)",
    .declare = declare_help,
    .words = help_words,
    .run = run_help,
    .allowed_values = help_allowed_values,
};

std::span<const ExitMeaning> exit_meanings() {
    return meanings;
}

std::string help_text(const Command& command) {
    const bool whole = &command == &program;
    std::string text = fmt::format("hone{}{}: {}\n\n{}\n", whole ? "" : " ", command.name,
                                   command.summary, usage(command));
    if (whole) text += section("commands", command_rows());
    text += section("arguments", word_rows(command));
    text += section("options", option_rows(command));
    if (whole) text += section("exit codes", exit_rows());
    return text + '\n' + wrapped(command.details);
}

}  // namespace hone::cli
